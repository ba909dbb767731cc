/** A request, and what it answers. */
export interface OperationExample {
  /** Values in the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Body of the request. */
  readonly body?: object;
  /** The answer as JSON. */
  readonly answer?: object;
  /** Rows of an answer that is never JSON. */
  readonly rows?: readonly object[];
  readonly csv?: string;
}
