// The body of a delivery as the bytes that were received, whatever its content type.

/** The part of n8n's request that holds the body. */
interface ReceivedRequest {
	rawBody?: Buffer;
	/** False once the body was read or the connection was closed. */
	readable?: boolean;
	readRawBody?(): Promise<void>;
}

/**
 * Returns the bytes of the body as received. For a node of version 1.1, n8n itself reads only bodies of JSON, text,
 * forms and XML; a signature is valid whatever the content type is.
 *
 * @returns undefined if n8n keeps no bytes (multipart) or cannot read them: too many, cut off, or not decompressible
 */
export async function rawBodyOf(request: ReceivedRequest): Promise<Buffer | undefined> {
	if (request.rawBody !== undefined) return request.rawBody;
	// n8n would decompress a body that was read already; nothing catches that failure, so its process would exit.
	if (request.readable !== true) return undefined;
	try {
		await request.readRawBody?.();
	} catch {
		return undefined;
	}
	return request.rawBody;
}
