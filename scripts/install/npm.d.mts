export function npmCommand(args: string[]): { command: string; args: string[] };
export function npmEnvironment(options?: {
	first?: string;
	set?: Record<string, string>;
}): NodeJS.ProcessEnv;
