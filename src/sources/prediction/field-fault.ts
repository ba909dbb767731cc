/** A field that is not what its provider sends. Thrown by `Entry`, caught where an entry becomes an item. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault';
  /** Native path: `tokens[1].price`. */
  readonly field: string;
  /** A fixed phrase. */
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}
