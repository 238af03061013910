declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** What n8n scans of the sources of a package. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Scans the files of a folder. `message` says why it did not pass, or that there was nothing to scan. */
	export function analyzePackage(
		packageDir: string,
		filePatterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
