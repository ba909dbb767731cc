/** One argument, parameter, header or member of a body that takes a text. */
export interface Place {
  /** E.g. `GraphQL Query.signals filter.symbol.eq by variable`. */
  readonly name: string;
  /** What a refusal has to name; null where the client's own place in a document does. */
  readonly argument: string | null;
  /** Sends the text there. Null: no client can send it there. */
  send(text: string): Promise<Outcome | null>;
}

export interface Outcome {
  /** Of HTTP; 200 over a socket. */
  readonly status: number;
  /** Codes of the error table, none where it was taken. */
  readonly codes: readonly string[];
  /** All of the answer, for messages. */
  readonly body: string;
}

/** What is wrong with an outcome; null for a good one. */
export function faultOf({ argument }: Place, { status, codes, body }: Outcome): string | null {
  if (status >= 500) return `status ${status}`;
  if (codes.includes('INTERNAL') || codes.includes('UNAVAILABLE')) return 'a fault of the server';
  if (status >= 400 && codes.length === 0) return `status ${status} without a code`;
  const isArgument = codes.some((code) => code.startsWith('INVALID_') || code === 'LIMIT_EXCEEDED');
  return isArgument && argument !== null && !body.includes(argument)
    ? `a refusal that does not name ${argument}`
    : null;
}
