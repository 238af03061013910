const cleanUps: Array<() => Promise<void>> = [];

/** Remembers how to end something that was started. */
export const endLater = (cleanUp: () => Promise<void>): void => void cleanUps.push(cleanUp);

/** Ends what was started, the latest first; one that does not end well does not keep the others. */
export async function stopEverything(): Promise<void> {
	for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) {
		await cleanUp().catch((error: unknown) => console.error(String(error)));
	}
}
