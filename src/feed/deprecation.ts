/**
 * Says that something of the API goes, and when. It stands where the thing is declared: at a parameter, a route or a field. From
 * there come the headers of answers, `deprecated` in OpenAPI, `@deprecated` in the SDL, and the entry in the list of changes.
 */
export interface Deprecation {
  /** Names it in addresses, for good: `sort`. */
  readonly id: string;
  /** What goes, as a title: Parameter `sort` of routes that have `sort_by`. */
  readonly what: string;
  /** What takes its place, as an order: use `sort_by`. */
  readonly instead: string;
  /** The day from which it is deprecated, `YYYY-MM-DD`. */
  readonly since: string;
  /** The day from which it may be removed. docs/versioning.md says how long that is at least. */
  readonly until: string;
}

/** For descriptions and `@deprecated`. */
export const deprecationText = ({ instead, since, until }: Deprecation): string =>
  `Deprecated since ${since}, may be removed from ${until} on: ${instead}.`;

/** Where the policy is explained; the list of changes is at `/api/changes`. */
const POLICY = '/guides/versioning';

const LINKS = ['deprecation', 'sunset']
  .map((rel) => `<${POLICY}>; rel="${rel}"; type="text/html"`)
  .join(', ');

/**
 * What an answer says that used some of these: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the links of both, behind the one it
 * has. Of several the earliest days count. None: no headers.
 */
export function deprecationHeaders(
  used: readonly Deprecation[],
  link?: string,
): Readonly<Record<string, string>> {
  if (used.length === 0) return {};
  const earliest = (days: readonly string[]) => new Date(days.toSorted()[0] ?? '');
  const since = earliest(used.map((one) => one.since));
  const until = earliest(used.map((one) => one.until));
  return {
    deprecation: `@${since.getTime() / 1000}`,
    sunset: until.toUTCString(),
    link: link === undefined ? LINKS : `${link}, ${LINKS}`,
  };
}
