import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';

const credential = new PodFulfilmentApi();

const field = (name: string) => credential.properties.find((property) => property.name === name);

describe('The credential', () => {
	it('the credential keeps the name and the fields that saved credentials refer to', () => {
		expect(credential.name).toBe('podFulfilmentApi');
		expect([...new Set(credential.properties.map(({ name }) => name))].sort()).toEqual(
			['baseUrl', 'apiKey', 'allow', 'useWebhookTrigger', 'signingSecret', 'headerBrand'].sort(),
		);
	});

	it('the credential masks only the API key and the signing secret', () => {
		const hidden = credential.properties.filter(({ typeOptions }) => typeOptions?.password);
		expect([...new Set(hidden.map(({ name }) => name))].sort()).toEqual([
			'apiKey',
			'signingSecret',
		]);
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

	it('the credential allows everything by default, and says what Allow leaves open', () => {
		expect(field('allow')).toMatchObject({ type: 'options', default: 'everything' });
		const values = (field('allow')?.options ?? []).map(
			(option) => 'value' in option && option.value,
		);
		expect(values).toEqual(['everything', 'drafts', 'reading']);
		expect(field('allow')?.description).toMatch(/HTTP Request node and Custom API Call/);
	});

	it('the credential says under Base URL where it comes from, and no codes', () => {
		expect(field('baseUrl')?.hint).toMatch(/provider.*https:\/\//);
		expect(field('baseUrl')?.hint).not.toMatch(/[A-Z]{6}/);
	});

	it('the credential sends the key as a bearer token in the Authorization header (section 5)', () => {
		expect(credential.authenticate).toEqual({
			type: 'generic',
			properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
		});
	});
});

describe('The switch Use the Webhook Trigger', () => {
	/** The fields that n8n's editor shows. */
	const shown = (values: INodeParameters): string[] =>
		credential.properties
			.filter((property) => property.type !== 'hidden')
			.filter((property) => NodeHelpers.displayParameter(values, property, null, null))
			.map(({ name }) => name);

	/** What n8n keeps of a credential: as the editor saves it, and as a node reads it with its defaults. */
	const kept = (values: INodeParameters, withDefaults: boolean): INodeParameters | null =>
		NodeHelpers.getNodeParameters(credential.properties, values, withDefaults, false, null, null);

	it('shows Signing Secret and Header Brand, and is off at first', () => {
		const off = { useWebhookTrigger: field('useWebhookTrigger')?.default } as INodeParameters;
		expect(shown(off)).toEqual(['baseUrl', 'apiKey', 'allow', 'useWebhookTrigger']);
		expect(shown({ useWebhookTrigger: true })).toEqual([
			'baseUrl',
			'apiKey',
			'allow',
			'useWebhookTrigger',
			'signingSecret',
			'headerBrand',
		]);
	});

	it.each([{}, { useWebhookTrigger: false }, { useWebhookTrigger: true }])(
		'does not take secret and brand from a saved credential: %j',
		(choice) => {
			const forWebhooks = { signingSecret: 'secret', headerBrand: 'Acme' };
			const saved = {
				baseUrl: 'https://api.example.com',
				apiKey: 'key',
				...forWebhooks,
				...choice,
			};
			expect(kept(saved, true)).toMatchObject(forWebhooks);
			// The editor adds the default before it saves.
			expect(kept({ useWebhookTrigger: false, ...saved }, false)).toMatchObject(forWebhooks);
		},
	);

	it('leaves a credential that never had a secret without one, under the default brand', () => {
		expect(kept({ baseUrl: 'https://api.example.com', apiKey: 'key' }, true)).toMatchObject({
			signingSecret: '',
			headerBrand: 'Service',
		});
	});
});
