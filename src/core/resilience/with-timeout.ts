/**
 * Gives an answer up that takes longer. A process that was too busy to read for so long looks whether the answer has
 * come meanwhile: timers run before sockets are read, immediates after.
 */
export async function withTimeout<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    setImmediate(() => reject(new Error(`no answer within ${timeoutMs} ms`)));
  }, timeoutMs);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
