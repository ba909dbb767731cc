/** A function that makes its value once for each argument, and forgets it with the argument. */
export function onceFor<Key extends object, Value extends object | string>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
