import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { fileNamesOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/printFileProperty.ts';

const TYPES = ['front', 'back', 'front_large', 'sleeve_left', 'neck'];

/** The placement that a name tells, with types as they are compared. */
function placementOf(setting: string, name: string, types = TYPES): string | undefined {
	const names = fileNamesOf(setting, new Set(types.map((type) => type.replaceAll('_', ''))));
	return names.placementOf(name);
}

describe('The placement in the name of a property', () => {
	it.each([
		['Print file', 'Print file', ''],
		['Print file', 'Print file back', 'back'],
		['Print file', 'Back print file', 'back'],
		['Print file', 'back_print_file_url', 'back'],
		['Print file', 'Sleeve Left - Print File (PNG)', 'sleeveleft'],
		['Print file', 'Front large print file', 'frontlarge'],
		['Print file', 'Back print file (+$5.00)', 'back'],
		['print_file_url', 'back_print_file_url', 'back'],
		['print_file_url', 'print_file_back_url', 'back'],
		['print_file_url', 'Print file URL back', 'back'],
		['front_print_file_url', 'front_print_file_url', 'front'],
		['front_print_file_url', 'back_print_file_url', 'back'],
		['front_print_file_url', 'Back print file PNG', 'back'],
		['frontPrintFileUrl', 'backPrintFileUrl', 'back'],
		['front_large_print_file', 'front_print_file', 'front'],
		['Print file front', 'Print file back', 'back'],
		['Print file front', 'Print file front', 'front'],
		['print_front_file', 'print_back_file', 'back'],
		['Front', 'Front', 'front'],
		['Front', 'Back', 'back'],
		['Front URL', 'Back URL', 'back'],
	])('with the setting %j, %j is for %j', (setting, name, placement) => {
		expect(placementOf(setting, name)).toBe(placement);
	});

	it.each([
		['Print file', 'Original print file'],
		['Print file', 'Front print file large'],
		['Print file', 'Back print file preview'],
		['Print file', 'My back print file'],
		['Print file', 'Background print file'],
		['Print file', 'Back'],
		['Print file', 'Back, print of the file'],
		['Print file, back', 'Print file'],
		['print_file_url', 'Print file back'],
		['print_file_url', 'Back print file'],
		['front_print_file_url', 'print_file_url'],
		['front_print_file_url', 'back_print_file'],
		['front_print_file_url', 'original_print_file_url'],
		['print_front_file', 'photo_back_file'],
		['Front', 'Back note'],
		['Front', 'Backside'],
		['Background file', 'Front ground file'],
	])('with the setting %j, %j is about something else', (setting, name) => {
		expect(placementOf(setting, name)).toBeUndefined();
	});

	it('a word that only begins like a placement is none', () => {
		expect(placementOf('Background image', 'Background image')).toBe('');
		expect(placementOf('Background image', 'Background image back')).toBe('back');
	});

	it('a placement that is a word of the setting takes no other from its end', () => {
		expect(placementOf('Print file', 'Print file back', ['print', 'back'])).toBe('back');
		expect(placementOf('Print file', 'Print file', ['print', 'back'])).toBe('print');
	});

	it.each([
		['print_file_sleeve_left', 'sleeveleft', 'print_file_back'],
		['sleeve_left_print_file', 'sleeveleft', 'back_print_file'],
		['Upload left sleeve', 'leftsleeve', 'Upload back'],
		['Left sleeve upload', 'leftsleeve', 'Back upload'],
		['Photo, neck label inside', 'necklabelinside', 'Photo, back'],
	])('of placements in the setting %j the longest is meant: %s', (setting, placement, back) => {
		const sleeves = ['sleeve', 'sleeve_left', 'left', 'left_sleeve'];
		const types = [...TYPES, ...sleeves, 'neck_label', 'inside', 'neck_label_inside'];
		expect(placementOf(setting, setting, types)).toBe(placement);
		expect(placementOf(setting, back, types)).toBe('back');
	});

	it('a long setting takes a few steps for each of its words', () => {
		const types = new Set(['front']);
		const has = vi.spyOn(types, 'has');
		const names = fileNamesOf(`${'Address of the picture '.repeat(100)}front`, types);
		expect(names.nameFor('back')).toMatch(/picture back$/);
		expect(has.mock.calls.length).toBeLessThan(4_000);
	});

	it('a setting that names a placement of another variant is read as it is', () => {
		expect(placementOf('front_print_file', 'front_print_file', ['main'])).toBe('');
		expect(placementOf('front_print_file', 'back_print_file', ['main'])).toBeUndefined();
	});

	it('a placement counts before the name as it does behind it', () => {
		const type = fc.constantFrom(...TYPES);
		const setting = fc.constantFrom('Print file', 'print_file_url', 'Artwork', 'Design, large');
		fc.assert(
			fc.property(setting, type, type, (name, own, other) => {
				const expected = other.replaceAll('_', '');
				expect(placementOf(name, `${other} ${name}`)).toBe(expected);
				expect(placementOf(name, `${name} ${other}`)).toBe(expected);
				expect(placementOf(`${own}-${name}`, `${other}_${name}`)).toBe(expected);
			}),
		);
	});

	it.each([
		['Print file', '', 'Print file'],
		['Print file', 'back', 'Print file back'],
		['front_print_file_url', '', 'front_print_file_url'],
		['front_print_file_url', 'back', 'back_print_file_url'],
		['Print file front', 'back', 'Print file back'],
	])('the setting %j calls the property for %j %j', (setting, type, name) => {
		const names = fileNamesOf(setting, new Set(TYPES));
		expect(names.nameFor(type)).toBe(name);
	});
});

describe('The first of several uploads, which an app numbers', () => {
	it.each([
		['File upload', 'File upload-1'],
		['Your photos', 'Your photos (1)'],
		['Fotos', 'Fotos (1)-1'],
		['Fotka', 'Fotka 1'],
	])('is the file itself: %s, %s', (setting, name) => {
		expect(fileNamesOf(setting).placementOf(name)).toBe('');
		expect(fileNamesOf(setting).placementOf(name.replaceAll('1', '2'))).toMatch(/^2+$/);
		expect(fileNamesOf(setting, new Set(['1', '11'])).placementOf(name)).toMatch(/^1+$/);
	});

	it.each([
		['Photo 10', '10'],
		['Photo 12-1', '121'],
		['Photo 21', '21'],
		['Photo (2)-1', '21'],
		['Photo 111', '111'],
		['Photo a1', 'a1'],
		['Photo 1 of 3', '1of3'],
	])('is no other that has a 1: %s', (name, placement) => {
		expect(fileNamesOf('Photo').placementOf(name)).toBe(placement);
	});
});
