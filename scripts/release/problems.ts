/** What a release is made of. */
export interface Release {
	/** Name of the tag, such as `v0.2.0`. */
	tag: string;
	/** Text of package.json. */
	manifest: string;
	/** Text of package-lock.json. */
	lockfile: string;
	/** Text of CHANGELOG.md. */
	changelog: string;
	/** Saved workflows that are frozen for no version. */
	unfrozen: string[];
}

/** What package.json has until the owner is set: an address, an account and a name of nobody. */
const PLACEHOLDERS = [
	/\.example\b/,
	/github\.com\/pod-fulfilment\//,
	/POD Fulfilment nodes maintainers/,
];

const VERSION = /^\d+\.\d+\.\d+(-beta\.\d+)?$/;

/** What the changelog says of a version, without its heading; '' if it says nothing. */
export function changesOf(changelog: string, version: string): string {
	const sections = changelog.split(/^## /m).slice(1);
	const [, ...lines] =
		sections
			.find((section) => section.split(/\s/, 1)[0] === version)
			?.trim()
			.split('\n') ?? [];
	return lines.join('\n').trim();
}

/** Names all that speaks against publishing, one sentence each; [] if nothing does. */
export function releaseProblems(release: Release): string[] {
	const { tag, manifest, lockfile, changelog, unfrozen } = release;
	const { version } = JSON.parse(manifest) as { version: string };
	const { version: locked } = JSON.parse(lockfile) as { version: string };
	// A beta is described by the section of the version that it leads to.
	const described = version.replace(/-beta\.\d+$/, '');
	return [
		...(VERSION.test(version)
			? []
			: [`package.json has the version ${version}; use 0.2.0, or 0.2.0-beta.1 for a pre-release.`]),
		...(tag === `v${version}`
			? []
			: [`The tag is ${tag}, but package.json has the version ${version}.`]),
		...(locked === version
			? []
			: [`package-lock.json has the version ${locked}. Run npm version again.`]),
		...(changesOf(changelog, described) === ''
			? [`CHANGELOG.md says nothing of ${described}. Add a section "## ${described}".`]
			: []),
		// Those of a beta may still change.
		...(unfrozen.length > 0 && version === described
			? [
					`${unfrozen.length} saved workflows are not frozen. Run node scripts/install.mjs --run scripts/release/freeze.ts ${described}.`,
				]
			: []),
		...PLACEHOLDERS.flatMap((placeholder) => {
			const [found] = placeholder.exec(manifest) ?? [];
			return found === undefined
				? []
				: [
						`package.json still has a placeholder (${found}). Run node scripts/install.mjs --run scripts/release/set-owner.ts.`,
					];
		}),
	];
}
