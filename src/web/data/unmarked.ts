const MARK = ' (simulated)';

/**
 * What was read, without the mark that names of a simulated market carry: pages say once, in their strip, that the market
 * is simulated. Exports and the API keep it.
 */
export function unmarked<T>(value: T): T {
  const text = JSON.stringify(value);
  return text?.includes(MARK) ? (JSON.parse(text.replaceAll(MARK, '')) as T) : value; // the same shape
}
