/** An object as its JSON would be: fields that are undefined are absent. So a test can take away what a fixture has. */
export const present = <Fields extends object>(fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
