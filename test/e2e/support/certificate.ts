import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
	/** PEM. */
	key: string;
	/** PEM. It signs itself, so a client that trusts it needs nothing else. */
	cert: string;
}

const DAY_MS = 86_400_000;

/** ASN.1 in DER: the tag, the length, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const object = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Buffer) => der(0x04, content);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const utcTime = (atMs: number) =>
	der(0x17, Buffer.from(new Date(atMs).toISOString().replace(/^..|[-:T]|\.\d+/g, ''), 'latin1'));

const ECDSA_WITH_SHA256 = sequence(object('2a8648ce3d040302'));
const COMMON_NAME = object('550403');
const SUBJECT_ALTERNATIVE_NAME = object('551d11');
const BASIC_CONSTRAINTS = object('551d13');

/** Makes a key and a certificate for a host name, such as `*.myshopify.com`, for two days. */
export function certificateFor(hostName: string): Certificate {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(hostName)))));
	const extensions = sequence(
		sequence(SUBJECT_ALTERNATIVE_NAME, octets(sequence(der(0x82, Buffer.from(hostName))))),
		sequence(BASIC_CONSTRAINTS, octets(sequence(der(0x01, Buffer.from([0xff]))))),
	);
	const content = sequence(
		der(0xa0, integer(2)),
		integer(1),
		ECDSA_WITH_SHA256,
		name,
		sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, extensions),
	);
	const certificate = sequence(
		content,
		ECDSA_WITH_SHA256,
		bits(sign('sha256', content, privateKey)),
	);
	const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
		cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
	};
}
