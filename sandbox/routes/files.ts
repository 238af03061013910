import type { FastifyInstance } from 'fastify';
import { drawing, mockupDrawing, pngOf, svgOf } from '../images/drawings.ts';
import { sampleFile } from '../images/sample-files.ts';
import { HttpProblem } from '../json-ld/problems.ts';

const SVG = 'image/svg+xml';
const PNG = 'image/png';

/** Whether a client may be sent an SVG. n8n shows none, and asks for images in other formats only. */
const takesSvg = (accept = '*/*'): boolean => /image\/svg\+xml|image\/\*|\*\/\*/.test(accept);

/** Sample print files and the images of the catalog. They need no API key. */
export async function fileRoutes(instance: FastifyInstance): Promise<void> {
	instance.get<{ Params: { name: string } }>('/_sandbox/files/:name', async (request, reply) => {
		const file = sampleFile(request.params.name);
		if (!file) throw new HttpProblem(404, 'There is no such file.');
		return await reply.type(file.contentType).send(file.content);
	});

	instance.get<{ Params: { kind: string; name: string } }>(
		'/_sandbox/images/:kind/:name',
		async (request, reply) => {
			const { kind, name } = request.params;
			const image = kind === 'mockup' ? mockupDrawing() : drawing(kind, name.replace(/\.svg$/, ''));
			if (!image) throw new HttpProblem(404, 'There is no such image.');
			reply.header('vary', 'accept');
			return takesSvg(request.headers.accept)
				? await reply.type(SVG).send(svgOf(image))
				: await reply.type(PNG).send(pngOf(image));
		},
	);
}
