import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';

const credential = new PodFulfilmentApi();

const field = (name: string) => credential.properties.find((property) => property.name === name);

describe('The credential', () => {
	it('has the name and the fields that saved credentials refer to', () => {
		expect(credential.name).toBe('podFulfilmentApi');
		expect(credential.properties.map(({ name }) => name).sort()).toEqual(
			['baseUrl', 'apiKey', 'signingSecret', 'headerBrand'].sort(),
		);
	});

	it('hides the API key and the signing secret, and nothing else', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(hidden.map(({ name }) => name).sort()).toEqual(['apiKey', 'signingSecret']);
	});

	it("takes the brand 'Service' unless the provider has another", () => {
		expect(field('headerBrand')).toMatchObject({ type: 'string', default: 'Service' });
	});

	it('holds no address, key or secret of its own', () => {
		for (const name of ['baseUrl', 'apiKey', 'signingSecret']) {
			expect(field(name)).toMatchObject({ type: 'string', default: '' });
		}
	});

	it('needs an address and a key; the secret is for the trigger only', () => {
		expect(field('baseUrl')?.required).toBe(true);
		expect(field('apiKey')?.required).toBe(true);
		expect(field('signingSecret')?.required).not.toBe(true);
	});

	it('sends the key as a bearer token in the Authorization header (section 5)', () => {
		expect(credential.authenticate).toEqual({
			type: 'generic',
			properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
		});
	});

	it('is tested by the action node', () => {
		const { description, methods } = new PodFulfilment();
		const testedBy = description.credentials?.[0]?.testedBy;
		expect(typeof testedBy).toBe('string');
		expect(Object.keys(methods.credentialTest)).toContain(testedBy);
	});
});
