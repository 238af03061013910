// Makes a value of each object once, and remembers it for as long as the object lives: many lines may be of one variant, and of
// one product.

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
