export type Point = readonly [x: number, y: number];

/** Straight lines in place of a curve. */
const STEPS = 24;

const along = (steps: number, at: (part: number) => Point): Point[] =>
	Array.from({ length: steps }, (_, index) => at((index + 1) / steps));

/** The points of a circular arc that is swept clockwise, as the outlines of the catalog have it. */
function arc([x1, y1]: Point, radius: number, isLarge: boolean, [x2, y2]: Point): Point[] {
	const half = Math.hypot(x2 - x1, y2 - y1) / 2;
	const height = Math.sqrt(Math.max(0, radius ** 2 - half ** 2)) * (isLarge ? 1 : -1);
	const [dx, dy] = [(x2 - x1) / (2 * half), (y2 - y1) / (2 * half)];
	const [cx, cy] = [(x1 + x2) / 2 + dy * height, (y1 + y2) / 2 - dx * height];
	const start = Math.atan2(y1 - cy, x1 - cx);
	const end = Math.atan2(y2 - cy, x2 - cx);
	const sweep = (end - start + 4 * Math.PI) % (2 * Math.PI);
	return along(STEPS * 2, (part) => [
		cx + radius * Math.cos(start + sweep * part),
		cy + radius * Math.sin(start + sweep * part),
	]);
}

/** Turns an SVG path with the commands M, L, H, V, Q, A and Z into polygons. */
export function polygonsOf(path: string): Point[][] {
	const polygons: Point[][] = [];
	let points: Point[] = [];
	for (const [, command = '', given = ''] of path.matchAll(/([MLHVQAZ])([^A-Z]*)/g)) {
		const numbers = given.trim().split(/\s+/).map(Number);
		const [a = 0, b = 0, c = 0, d = 0, , e = 0, f = 0] = numbers;
		const [x, y] = points.at(-1) ?? [0, 0];
		switch (command) {
			case 'M':
				points = [[a, b]];
				polygons.push(points);
				// What follows a move without a command are lines.
				for (let index = 2; index < numbers.length; index += 2) {
					points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0]);
				}
				break;
			case 'L':
				for (let index = 0; index < numbers.length; index += 2) {
					points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0]);
				}
				break;
			case 'H':
				points.push([a, y]);
				break;
			case 'V':
				points.push([x, a]);
				break;
			case 'Q':
				points.push(
					...along(STEPS, (part): Point => [
						(1 - part) ** 2 * x + 2 * (1 - part) * part * a + part ** 2 * c,
						(1 - part) ** 2 * y + 2 * (1 - part) * part * b + part ** 2 * d,
					]),
				);
				break;
			case 'A':
				points.push(...arc([x, y], a, d === 1, [e, f]));
				break;
		}
	}
	return polygons;
}

/** Where polygons begin and end along a horizontal line, in turns; a polygon within another is a hole. */
export const crossingsAt = (polygons: readonly Point[][], y: number): number[] =>
	polygons
		.flatMap((points) =>
			points.flatMap(([x1, y1], index) => {
				const [x2, y2] = points.at(index - 1) ?? [x1, y1];
				return y1 > y === y2 > y ? [] : [((x2 - x1) * (y - y1)) / (y2 - y1) + x1];
			}),
		)
		.sort((a, b) => a - b);
