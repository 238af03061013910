const cleanUps: Array<() => Promise<void>> = [];

/** Registers a function that {@link stopEverything} calls. */
export const onStop = (cleanUp: () => Promise<void>): void => void cleanUps.push(cleanUp);

/** Calls all registered functions, the latest first. If one fails, prints its error and continues. */
export async function stopEverything(): Promise<void> {
	for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) {
		await cleanUp().catch((error: unknown) => console.error(String(error)));
	}
}
