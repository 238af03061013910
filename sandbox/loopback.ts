const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a host name, as URLs and the Host header write it, means this machine whatever a DNS server says. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
