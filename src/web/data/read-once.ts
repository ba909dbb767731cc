/** Memoizes a read: later calls share its result. A read that failed is not kept, and the next call reads again. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    if (reading !== null) return reading;
    reading = read();
    reading.catch(() => {
      reading = null;
    });
    return reading;
  };
}
