// Remembers what was made of an object for as long as the object lives.

/** A function that makes a value of each object once: many lines may be of one variant, and of one product. */
export function onceForEach<Key extends object, Value>(
	make: (key: Key) => Value,
): (key: Key) => Value {
	const made = new WeakMap<Key, { value: Value }>();
	return (key) => {
		const known = made.get(key) ?? { value: make(key) };
		made.set(key, known);
		return known.value;
	};
}
