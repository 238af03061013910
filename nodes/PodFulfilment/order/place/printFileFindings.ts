// 'Check Print Files': what is wrong with the print files of an order, by one reading of each before anything is sent. A
// file that cannot be printed is a problem; one that only n8n may be kept from is a warning; a size that is not that of the
// placement, and what could not be read, are to be reviewed.

import { UserError } from 'n8n-workflow';

import { groupedBy, isObject, objectsOf } from '../../input/objects';
import { DAY_MS, HOUR_MS } from '../../input/timestamp';
import { urlOf } from '../../input/urlOf';
import { quote, serviceName, utcMinute } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import type { FileHeader, FileKind, PixelSize } from '../../transport/fileHeader';
import { readFile } from '../../transport/fileReader';
import type { ComposedOrder } from '../composedOrder';
import { notice, problemTexts, review, type Finding, type FindingKind } from '../findings';

/** A print file where an order uses it. */
interface UsedFile {
	url: string;
	/** Label of its field. */
	label: string;
	/** What it is printed on, where the catalog or the order says so. */
	placement: (PixelSize & { type: string }) | undefined;
	/** Whether it is one of a template that gives each line its own. */
	isOwn: boolean;
}

type OrderWithFiles = Pick<ComposedOrder, 'body' | 'originalItems' | 'labelOf' | 'fileOrigin'>;

function areaOf(position: unknown, type: unknown): UsedFile['placement'] {
	if (!isObject(position)) return undefined;
	const { width, height } = position;
	if (typeof width !== 'number' || typeof height !== 'number') return undefined;
	return width > 0 && height > 0 ? { width, height, type: serviceName(type) } : undefined;
}

/** The files of an order (spec section 2, Layer) or of the one that it reprints, without those that a buyer may have entered. */
function usedFiles({ body, originalItems, labelOf, fileOrigin }: OrderWithFiles) {
	const files: UsedFile[] = [];
	const unread = new Set<FindingKind>();
	const items = objectsOf(body.orderItems ?? originalItems);
	for (const [itemIndex, { placements }] of items.entries()) {
		const origin = fileOrigin?.(itemIndex);
		for (const [index, { type, layers }] of objectsOf(placements).entries()) {
			for (const [layer, { url, position }] of objectsOf(layers).entries()) {
				if (typeof url !== 'string' || urlOf(url) === undefined) continue;
				if (origin === 'buyer' || origin === 'row') {
					unread.add(origin === 'row' ? 'unreadColumnFiles' : 'unreadFiles');
					continue;
				}
				files.push({
					url,
					label: labelOf(`orderItems[${itemIndex}].placements[${index}].layers[${layer}].url`),
					isOwn: origin === 'ownFile',
					placement: areaOf(position, type),
				});
			}
		}
	}
	return { files, unread };
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

const AIRTABLE = '.airtableusercontent.com';

/** A link of Airtable works for two hours: https://support.airtable.com/docs/airtable-attachment-url-behavior. */
const AIRTABLE_MS = 2 * HOUR_MS;

/** A time as presigned addresses have it: `20261127T021500Z`. NaN for anything else. */
const compactTime = (value = ''): number =>
	Date.parse(value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** A number of digits alone; NaN for anything else. */
const digits = (value = '', pattern = /^\d{1,10}$/): number =>
	pattern.test(value) ? Number(value) : Number.NaN;

/**
 * When the link to a file expires: Airtable's attachments, presigned addresses of S3 and Google Cloud Storage
 * (`X-Amz-Date` and `X-Amz-Expires` in seconds, likewise `X-Goog-`), those of Azure (`se` beside `sig`), and those of S3's
 * version 2, CloudFront and other CDNs (`Expires` in seconds since 1970).
 *
 * @param address a web address
 * @returns milliseconds since 1970; undefined where the address does not say it
 */
export function linkExpiryMs(address: string, nowMs: number): number | undefined {
	const { hostname, pathname, searchParams } = new URL(address);
	if (hostname.endsWith(AIRTABLE)) {
		const [, stamp] = /\/(\d{13})(?:\/|$)/.exec(pathname) ?? [];
		return stamp === undefined ? nowMs + AIRTABLE_MS : Number(stamp);
	}
	const query = new Map<string, string>();
	for (const [name, value] of searchParams) query.set(name.toLowerCase(), value);
	const candidates = [
		...['x-amz', 'x-goog'].map(
			(prefix) =>
				compactTime(query.get(`${prefix}-date`)) + digits(query.get(`${prefix}-expires`)) * 1000,
		),
		digits(query.get('expires'), /^\d{10}$/) * 1000,
		query.has('sig') ? Date.parse(query.get('se') ?? '') : Number.NaN,
	];
	return candidates.find((candidate) => Number.isFinite(candidate));
}

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
	return reasons.join(', and ') || undefined;
}

const WEEK_MS = 7 * DAY_MS;

const WORKS_LONG = 'works until the order is printed, for at least a week';

/** What one reading of a file says about it, wherever it is used. */
async function findingsOfFile(
	client: ApiClient,
	uses: readonly [UsedFile, ...UsedFile[]],
): Promise<Finding[]> {
	const [{ label, url }] = uses;
	const reading = await readFile(client, url);
	const now = Date.now();
	const expiresAt = linkExpiryMs(url, now) ?? Number.POSITIVE_INFINITY;
	const refuseFile = (field: string, what: string, description: string) => ({
		level: 'problem' as const,
		about: 'printFile' as const,
		problem: new UserError(`${field} ${what}`, { description }),
	});
	const remark = (level: 'review' | 'warning', what: string): Finding => {
		const text = `${label}: the print file ${quote(url)} ${what}`;
		return { level, text, about: 'printFile', isOfNew: true };
	};
	const found: Finding[] = [];
	if (reading.outcome === 'refused') {
		const { status, reason } = reading;
		if (expiresAt <= now) {
			const what = `is ${quote(url)}, a link that expired on ${utcMinute(expiresAt)}`;
			return [refuseFile(label, what, `Create a new one that ${WORKS_LONG}.`)];
		}
		if (status === 404 && uses.every(({ isOwn }) => isOwn)) {
			const description = 'Nothing is placed until the file is there: run the node again then.';
			const what = `has no artwork yet: nothing is at ${quote(url)}`;
			found.push({ ...refuseFile(label, what, description), artworkMissing: url });
		} else if (status === 404 || status === 410) {
			const what = `is ${quote(url)}, where its server finds no file (${status})`;
			found.push(refuseFile(label, what, 'Upload the file, or correct its address.'));
		} else if (status === 401 || status === 403) {
			const what = `is kept from n8n by its server (${status}): check that the fulfilment service may read it`;
			found.push(remark('warning', what));
		} else found.push(remark('review', `could not be checked: ${reason}`));
	} else if (reading.outcome !== 'read') {
		const level = reading.outcome === 'blocked' ? 'warning' : 'review';
		found.push(remark(level, `could not be checked: ${reading.reason}`));
	} else {
		const [what, whatToDo = ''] = NO_PICTURE[reading.header.kind] ?? [];
		if (what !== undefined) {
			return [
				refuseFile(label, `is ${quote(url)}, which is ${what}, not a picture for print`, whatToDo),
			];
		}
	}
	if (expiresAt < now + WEEK_MS) {
		const until = `has a link that works until ${utcMinute(expiresAt)}`;
		found.push(remark('warning', `${until}: use one that ${WORKS_LONG}`));
	}
	if (reading.outcome !== 'read') return found;
	const { header } = reading;
	const areas = new Map(uses.map(({ placement }) => [placement && inPixels(placement), placement]));
	for (const placement of areas.values()) {
		const misfit = misfitOf(header, placement);
		if (!header.size || misfit === undefined) continue;
		const area = placement && `, and placement "${placement.type}" has ${inPixels(placement)}`;
		found.push(remark('review', `has ${inPixels(header.size)} pixels${area ?? ''}: ${misfit}`));
	}
	return found;
}

/** A finding of a draft that exists: it is reviewed, and not refused. */
const asReview = (finding: Finding): Finding =>
	finding.level === 'problem'
		? { ...review(problemTexts([finding.problem]).join(' '), finding.about), isOfNew: true }
		: finding;

/**
 * Reads the print files of an order, once in a run each, and says what is wrong with them.
 *
 * @param exists whether the order exists already, or may exist
 * @throws RunAborted when the run is aborted
 */
export async function printFileFindings(
	client: ApiClient,
	order: OrderWithFiles,
	exists = false,
): Promise<Finding[]> {
	const { files, unread } = usedFiles(order);
	const usesOf = groupedBy(files, ({ url }) => url);
	const found = await Promise.all(
		[...usesOf.values()].map(async (uses) => await findingsOfFile(client, uses)),
	);
	return [
		...(exists ? found.flat().map(asReview) : found.flat()),
		...(files.length > 0 ? [notice('readFiles', '')] : []),
		...[...unread].map((kind) => notice(kind, '')),
	];
}

/** The address of artwork that is still being made, where nothing else is wrong with an order. */
export function artworkMissingIn(findings: readonly Finding[]): string | undefined {
	const problems = findings.flatMap((finding) => (finding.level === 'problem' ? finding : []));
	return problems.every(({ artworkMissing }) => artworkMissing !== undefined)
		? problems[0]?.artworkMissing
		: undefined;
}
