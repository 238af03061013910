import type { IDataObject } from 'n8n-workflow';

import { objectsOf } from '../input/guards';
import { pick } from './resource';

const TASK_FIELDS = ['id', 'status', 'createdAt', 'finishedAt', 'failureReasons'] as const;

const MOCKUP_FIELDS = [
	'catalogVariantId',
	'displayName',
	'placement',
	'technique',
	'mockupUrl',
] as const;

/** The images of a mockup task in one list, each with the variant that it shows (spec section 2, MockupTask). */
export const mockupsOf = ({ catalogVariantMockups }: IDataObject): IDataObject[] =>
	objectsOf(catalogVariantMockups).flatMap(({ catalogVariantId, mockups }) =>
		objectsOf(mockups).map((mockup) => pick({ ...mockup, catalogVariantId }, MOCKUP_FIELDS)),
	);

/** A mockup task with its images in one list, without JSON-LD keys. */
export const simplifyMockupTask = (task: IDataObject): IDataObject => ({
	...pick(task, TASK_FIELDS),
	mockups: mockupsOf(task),
});
