/** The part of n8n's request that holds the body. */
interface ReceivedRequest {
	rawBody?: Buffer;
	readRawBody?(): Promise<void>;
}

/**
 * The bytes of the body as received. For a node of version 1.1, n8n itself reads bodies of JSON, text, forms and XML only;
 * a signature counts whatever the content type is.
 *
 * @returns undefined where n8n keeps no bytes (multipart) or cannot read them: too many, cut off, or not unpacked
 */
export async function rawBodyOf(request: ReceivedRequest): Promise<Buffer | undefined> {
	if (request.rawBody !== undefined) return request.rawBody;
	try {
		await request.readRawBody?.();
	} catch {
		return undefined;
	}
	return request.rawBody;
}
