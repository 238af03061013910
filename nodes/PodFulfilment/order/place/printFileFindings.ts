// 'Check Print Files': what is wrong with the print files of an order, by one reading of each before anything is sent. A
// file that cannot be printed is a problem; one that only n8n may be kept from is a warning; a size that is not that of the
// placement, and what could not be read, are to be reviewed.

import { UserError, type IDataObject } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { objectsOf, isObject } from '../../input/guards';
import { urlOf } from '../../input/urlOf';
import { quote, serviceName, utcMinute } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import type { FileHeader, FileKind, PixelSize } from '../../transport/fileHeader';
import { readFile, type FileReading } from '../../transport/fileReader';
import type { ComposedOrder } from '../composedOrder';
import { Findings, notice, problemTexts, type Finding } from '../findings';
import { linkExpiryMs } from './linkExpiry';

/** A print file where an order uses it. */
interface UsedFile {
	url: string;
	/** Label of its field. */
	label: string;
	/** What it is printed on, where the catalog or the order says so. */
	placement?: PixelSize & { type: string };
	/** Whether it is one of a template that gives each line its own. */
	isOwn: boolean;
}

type Items = Pick<ComposedOrder, 'labelOf' | 'fileOrigin'> & { items: unknown };

function areaOf(position: unknown, type: unknown): UsedFile['placement'] {
	if (!isObject(position)) return undefined;
	const { width, height } = position;
	if (typeof width !== 'number' || typeof height !== 'number') return undefined;
	return width > 0 && height > 0 ? { width, height, type: serviceName(type) } : undefined;
}

/** The files of items (spec section 2, Layer), without those that a buyer may have entered. */
function usedFiles({ items, labelOf, fileOrigin }: Items): {
	files: UsedFile[];
	isUnread: boolean;
} {
	const files: UsedFile[] = [];
	let isUnread = false;
	for (const [itemIndex, { placements }] of objectsOf(items).entries()) {
		const origin = fileOrigin?.(itemIndex);
		for (const [index, { type, layers }] of objectsOf(placements).entries()) {
			for (const [layer, { url, position }] of objectsOf(layers).entries()) {
				if (typeof url !== 'string' || urlOf(url) === undefined) continue;
				if (origin === 'buyer') {
					isUnread = true;
					continue;
				}
				const placement = areaOf(position, type);
				files.push({
					url,
					label: labelOf(`orderItems[${itemIndex}].placements[${index}].layers[${layer}].url`),
					isOwn: origin === 'ownFile',
					...(placement && { placement }),
				});
			}
		}
	}
	return { files, isUnread };
}

/** What is no picture, and what to do about it. */
const NO_PICTURE: Partial<Record<FileKind, readonly [what: string, advice: string]>> = {
	empty: ['an empty file', 'Upload the file again.'],
	page: ['a web page', 'Enter the address of the file itself, which opens without signing in.'],
	archive: ['an archive', 'Enter the address of the picture itself.'],
	phonePhoto: [
		'a photo as phones keep it (HEIC)',
		'Export it as PNG or JPEG, and enter the address of that file.',
	],
	text: ['a text', 'Enter the address of the picture itself.'],
};

/** Shapes that differ by less are one: sizes are rounded. */
const MAX_SHAPE_DIFFERENCE = 0.01;

const inPixels = ({ width, height }: PixelSize): string => `${width} × ${height}`;

/** Why a picture does not fit its placement: the file has the same dimensions (spec section 2, Position). */
function misfitOf({ size, isTurned }: FileHeader, area: PixelSize | undefined): string | undefined {
	if (!size) return undefined;
	if (isTurned) return 'its EXIF data turns it, which may be ignored in print';
	if (!area) return undefined;
	// What is larger in the same shape is fine: the specification does not say that areas are in pixels.
	const isSmaller = size.width < Math.floor(area.width) || size.height < Math.floor(area.height);
	const shape = size.width / size.height / (area.width / area.height) - 1;
	const reasons = [
		...(isSmaller ? ['it is smaller'] : []),
		...(Math.abs(shape) > MAX_SHAPE_DIFFERENCE ? ['it has another shape'] : []),
	];
	return reasons.length > 0 ? reasons.join(', and ') : undefined;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Adds what one reading of a file says about it, wherever it is used. */
class FileCheck {
	readonly findings = new Findings('printFile');

	private readonly file: UsedFile;

	private readonly now = Date.now();

	constructor(file: UsedFile) {
		this.file = file;
	}

	private get subject(): string {
		return `${this.file.label}: the print file ${quote(this.file.url)}`;
	}

	private warn(level: 'review' | 'warning', text: string): void {
		this.findings.list.push({
			...{ level, text: `${this.subject} ${text}` },
			...{ about: 'printFile', isOfNew: true },
		});
	}

	add(reading: FileReading): void {
		const { label, url } = this.file;
		const expiresAtMs = linkExpiryMs(url, this.now);
		if (reading.outcome === 'refused') {
			if (expiresAtMs !== undefined && expiresAtMs <= this.now) {
				this.findings.check(() =>
					refuse(
						label,
						`is ${quote(url)}, a link that expired on ${utcMinute(expiresAtMs)}`,
						'Create a new one that works until the order is printed, for at least a week.',
					),
				);
				return;
			}
			this.addStatus(reading);
		} else if (reading.outcome === 'read') {
			const [what, advice] = NO_PICTURE[reading.header.kind] ?? [];
			if (what !== undefined && advice !== undefined) {
				this.findings.check(() =>
					refuse(label, `is ${quote(url)}, which is ${what}, not a picture for print`, advice),
				);
				return;
			}
		} else {
			const level = reading.outcome === 'blocked' ? 'warning' : 'review';
			this.warn(level, `could not be checked: ${reading.reason}`);
		}
		if (expiresAtMs !== undefined && expiresAtMs < this.now + WEEK_MS) {
			this.warn(
				'warning',
				`has a link that works until ${utcMinute(expiresAtMs)}: use one that works until the order is printed, for at least a week`,
			);
		}
	}

	private addStatus({ status, reason }: Extract<FileReading, { outcome: 'refused' }>): void {
		const { label, url, isOwn } = this.file;
		if (status === 404 && isOwn) {
			const problem = new UserError(`${label} has no artwork yet: nothing is at ${quote(url)}`, {
				description: 'Nothing is placed until the file is there: run the node again then.',
			});
			this.findings.list.push({
				...{ level: 'problem', problem, about: 'printFile', artworkMissing: url },
			});
		} else if (status === 404 || status === 410) {
			this.findings.check(() =>
				refuse(
					label,
					`is ${quote(url)}, where its server finds no file (${status})`,
					'Upload the file, or correct its address.',
				),
			);
		} else if (status === 401 || status === 403) {
			this.warn(
				'warning',
				`is kept from n8n by its server (${status}): check that the fulfilment service may read it`,
			);
		} else {
			this.warn('review', `could not be checked: ${reason}`);
		}
	}

	/** Adds that a picture does not fit what it is printed on. */
	addSize(header: FileHeader, placement: UsedFile['placement']): void {
		const misfit = misfitOf(header, placement);
		if (!header.size || misfit === undefined) return;
		const area = placement && `, and placement "${placement.type}" has ${inPixels(placement)}`;
		this.warn('review', `has ${inPixels(header.size)} pixels${area ?? ''}: ${misfit}`);
	}
}

/** Files by their address, each with all its uses. */
function byUrl(files: readonly UsedFile[]): Map<string, UsedFile[]> {
	const uses = new Map<string, UsedFile[]>();
	for (const file of files) {
		const known = uses.get(file.url);
		if (known) known.push(file);
		else uses.set(file.url, [file]);
	}
	return uses;
}

async function findingsOfFile(client: ApiClient, uses: readonly UsedFile[]): Promise<Finding[]> {
	const [first] = uses;
	if (!first) return [];
	const reading = await readFile(client, first.url);
	const check = new FileCheck({ ...first, isOwn: uses.every(({ isOwn }) => isOwn) });
	check.add(reading);
	if (reading.outcome !== 'read') return check.findings.list;
	const areas = new Map(uses.map(({ placement }) => [placement && inPixels(placement), placement]));
	for (const placement of areas.values()) check.addSize(reading.header, placement);
	return check.findings.list;
}

/**
 * Reads the print files of items, once in a run each, and says what is wrong with them.
 *
 * @throws RunAborted when the run is aborted
 */
export async function printFileFindings(client: ApiClient, items: Items): Promise<Finding[]> {
	const { files, isUnread } = usedFiles(items);
	const found = await Promise.all(
		[...byUrl(files).values()].map(async (uses) => await findingsOfFile(client, uses)),
	);
	return [
		...found.flat(),
		...(files.length > 0 ? [notice('readFiles', '')] : []),
		...(isUnread ? [notice('unreadFiles', '')] : []),
	];
}

/** The items of an order whose print files are read: its own, or those of the order that it reprints. */
export const itemsWithFiles = ({
	body,
	originalItems,
	labelOf,
	fileOrigin,
}: ComposedOrder): Items => ({
	items: body.orderItems ?? originalItems,
	labelOf,
	...(fileOrigin && { fileOrigin }),
});

/** The same of a draft that exists: it is reviewed, and not refused. */
export const asReviews = (findings: readonly Finding[]): Finding[] =>
	findings.map((finding) =>
		finding.level === 'problem'
			? {
					...{ level: 'review', text: problemTexts([finding.problem]).join(' ') },
					...{ about: finding.about, isOfNew: true },
				}
			: finding,
	);

/** The address of artwork that is still being made, where nothing else is wrong with an order. */
export function artworkMissingIn(findings: readonly Finding[]): string | undefined {
	const problems = findings.flatMap((finding) => (finding.level === 'problem' ? finding : []));
	return problems.every(({ artworkMissing }) => artworkMissing !== undefined)
		? problems[0]?.artworkMissing
		: undefined;
}

/** The output in place of an order whose artwork is not there yet. */
export const waitingForArtwork = (externalId: string, address: string): IDataObject => ({
	externalId,
	skipped: true,
	reason: `No artwork yet: ${address}`,
});
