/** A version that was released. */
export interface Release {
  readonly version: string;
  /** The day, `YYYY-MM-DD`. */
  readonly on: string;
  /** What it brings, and what it breaks, in a few sentences. */
  readonly summary: string;
}

/** Releases, the newest first. A test compares them with the headings of CHANGELOG.md. */
export const RELEASES: readonly Release[] = [];
