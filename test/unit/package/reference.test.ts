import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../../scripts/generate/reference/reference.ts';
import { textOf } from './documents/repository.ts';
import { sources } from './sources.ts';

describe('docs/reference.md', () => {
	it('has every operation, event and parameter of the first level', () => {
		const text = textOf('docs/reference.md');
		const { action, polling, webhook } = sources;
		for (const { properties } of [action, polling, webhook]) {
			for (const { name, type } of properties) {
				if (!['notice', 'hidden'].includes(type) && !['resource', 'operation'].includes(name))
					expect(text).toContain(`\`${name}\``);
			}
		}
	});

	it('has the output of each trigger: polls have whole orders, webhooks say who delivered them', () => {
		const [, polling = '', webhook = ''] =
			textOf('docs/reference.md').split(/^### Events of the .*$/m);
		const [ofPolls = ''] = polling.split('\n## ');
		for (const field of [
			'order.recipientLine',
			'order.itemLines',
			'shipment.trackingUrl',
			'changeId',
		])
			expect(ofPolls).toContain(`\`${field}\``);
		for (const field of ['webhookId', 'retries', 'order.dashboardUrl']) {
			expect(ofPolls).not.toContain(`\`${field}\``);
			expect(webhook).toContain(`\`${field}\``);
		}
	});

	it('ends each sentence once', () => {
		expect(textOf('docs/reference.md').match(/.{0,40}[a-z]\.\. .{0,20}/g)).toBeNull();
	});

	it('changes with a label of the editor', () => {
		const [first, ...others] = sources.credential.properties;
		const renamed = { ...first, displayName: 'Another Label' } as (typeof others)[number];
		const credential = { ...sources.credential, properties: [renamed, ...others] };
		expect(referenceOf({ ...sources, credential })).toContain('| Another Label');
	});
});
