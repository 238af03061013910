/** The part of n8n's request that holds the body. */
interface ReceivedRequest {
	rawBody?: Buffer;
	/** False once the body was read, or the connection is gone. */
	readable?: boolean;
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
	// n8n would unpack what was read already, and nothing catches that this fails: its process would end.
	if (request.readable !== true) return undefined;
	try {
		await request.readRawBody?.();
	} catch {
		return undefined;
	}
	return request.rawBody;
}
