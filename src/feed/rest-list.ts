/** How the generated REST list of a feed looks; feeds without it write their routes in `rest.ts`. */
export interface RestList {
  /** Keyed route, e.g. `/api/v1/congress`. */
  readonly path: string;
  /** Keyless mirror, e.g. `/api/congress/trades`. */
  readonly open?: string;
  /** Name of the array in the answer. */
  readonly wrapper: string;
  /** The spec's name of the size parameter; the other one is a synonym. */
  readonly sizeParam: 'limit' | 'page_size';
  /** Whether the answer carries `total`, the number of matching records. */
  readonly total?: boolean;
}
