/** A mail to a customer. */
export interface Mail {
	orderId: number;
	kind: string;
	text: string;
}

/** The mails that the shop has sent to its customers, the oldest first. */
export class Mails {
	private readonly mails: Mail[] = [];

	send(mail: Mail): void {
		this.mails.push(mail);
	}

	all(): Mail[] {
		return [...this.mails];
	}

	/** The mails that name this tracking number. */
	naming(trackingNumber: string): Mail[] {
		return this.mails.filter(({ text }) => namesNumber(text, trackingNumber));
	}
}

/** Whether a text contains a tracking number as a whole word: `A1` is not in `A12`. */
export function namesNumber(text: string, trackingNumber: string): boolean {
	const isPart = (character: string | undefined) =>
		character !== undefined && /[\w-]/.test(character);
	for (let at = text.indexOf(trackingNumber); at >= 0; at = text.indexOf(trackingNumber, at + 1)) {
		if (!isPart(text[at - 1]) && !isPart(text[at + trackingNumber.length])) return true;
	}
	return false;
}
