import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';

const credential = new PodFulfilmentApi();

const field = (name: string) => credential.properties.find((property) => property.name === name);

describe('The credential', () => {
	it('the credential keeps the name and the fields that saved credentials refer to', () => {
		expect(credential.name).toBe('podFulfilmentApi');
		expect(credential.properties.map(({ name }) => name).sort()).toEqual(
			['baseUrl', 'apiKey', 'signingSecret', 'headerBrand'].sort(),
		);
	});

	it('the credential hides only the API key and the signing secret', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect(hidden.map(({ name }) => name).sort()).toEqual(['apiKey', 'signingSecret']);
	});

	it("the credential has the default header brand 'Service'", () => {
		expect(field('headerBrand')).toMatchObject({ type: 'string', default: 'Service' });
	});

	it('the credential has no default address, key or secret', () => {
		for (const name of ['baseUrl', 'apiKey', 'signingSecret']) {
			expect(field(name)).toMatchObject({ type: 'string', default: '' });
		}
	});

	it('the credential requires an address and a key, but no secret', () => {
		expect(field('baseUrl')?.required).toBe(true);
		expect(field('apiKey')?.required).toBe(true);
		expect(field('signingSecret')?.required).not.toBe(true);
	});

	it('the credential sends the key as a bearer token in the Authorization header (section 5)', () => {
		expect(credential.authenticate).toEqual({
			type: 'generic',
			properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
		});
	});
});
