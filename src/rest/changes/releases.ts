/** A version that was released. */
export interface Release {
  readonly version: string;
  /** The day, `YYYY-MM-DD`. */
  readonly on: string;
  /** What it brings, and what it breaks, in a few sentences. */
  readonly summary: string;
}

/** Releases, the newest first. A test compares them with the headings of CHANGELOG.md. */
export const RELEASES: readonly Release[] = [
  {
    version: '1.0.0',
    on: '2026-11-26',
    summary:
      'The first release. Breaking against the first edition: closed sets are enums in GraphQL, other words are refused, rows without a ' +
      'value come last, aoe, mre and prediction list what is current. CHANGELOG.md has all of it, and how to upgrade.',
  },
];
