import type { IDataObject } from 'n8n-workflow';

import type { Difference } from '../api/difference';
import type { Problem } from './problems';
import type { CreateOptions, PlacedOrder } from './place/createOnce';

/** An order as it was composed and checked; nothing was sent. */
export interface ComposedOrder {
	/** Order as the service takes it (spec section 4, POST /api/orders). Where there are problems, parts of it are missing. */
	body: IDataObject;
	/** What the user should know; none of it stops the order. */
	warnings: string[];
	/** All that stops the order, in the order of the fields. */
	problems: Problem[];
	/** An order that stands and cannot be compared, to be handed back as it is. */
	standing?: PlacedOrder;
	/** The output in place of an order, of which nothing is to be produced. */
	skipped?: IDataObject;
}

/** Where an order comes from. Parameters were read, and nothing else. */
export interface OrderSource extends Pick<CreateOptions, 'conflictAbout' | 'fieldLabel'> {
	/** Undefined where it was refused; that is one of the problems. */
	externalId: string | undefined;
	/** Where an order that stands differs from the composed one; by default the content is compared. */
	differencesTo?(existing: IDataObject, body: IDataObject): Promise<Difference[]>;
	/**
	 * Composes the order, and reads what the checks need. Throws only errors that are not about the order.
	 *
	 * @param isCheck whether the order is only checked; a check may read more than placing the order would
	 */
	compose(isCheck: boolean): Promise<ComposedOrder>;
}
