import { createHash } from 'node:crypto';
import type { View } from '../../core/access/view.ts';
import type { Reader } from '../../core/read/read.ts';
import type { Format } from '../formats/accept.ts';
import type { PathValues, Prepared, RestRoute } from '../route.ts';

interface TaggedRequest {
  readonly route: RestRoute;
  readonly path: PathValues;
  readonly prepared: Prepared;
  readonly view: View;
  readonly format: Format;
}

/**
 * Strong tag of an answer: data version, meaning of the request, view and representation. Callers of one tier share
 * tags; the key has no part in it. Made before the answer, so a commit in between labels newer data with the older
 * version: the next request sees the new version and asks again, never the other way round.
 */
export async function entityTag(
  reader: Pick<Reader, 'version'>,
  build: string,
  tagged: TaggedRequest,
): Promise<string | null> {
  const { route, path, prepared, view, format } = tagged;
  const { feeds } = route;
  if (!feeds) return null;
  const version = feeds.length === 0 ? '' : await reader.version(feeds);
  const parts = [build, version, route.path, path, prepared.canonicalQuery, viewPart(route, view), format];
  const end = prepared.timed ? view.now : null;
  return tagOf([...parts, end]);
}

/**
 * Tag of an answer of which rows are held back, since the version of the data would show that something came in, and of one
 * whose rows become stale, which mostly shows the same a minute later: made of what it shows. Null for a stream.
 */
export function contentTag(build: string, { path }: RestRoute, body: string | Buffer | null): string | null {
  return body === null
    ? null
    : tagOf([build, path, typeof body === 'string' ? body : body.toString('base64')]);
}

function tagOf(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts, leafByName));
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Whether the same data has another answer at another time. */
export function dependsOnTime({
  route,
  prepared,
  view,
}: Pick<TaggedRequest, 'route' | 'prepared' | 'view'>): boolean {
  return (
    prepared.timed === true || prepared.lapses === true || viewPart(route, view).some((time) => time !== null)
  );
}

/** Feeds of current state have neither window nor lag: their tags do not move with the cut-offs. */
function viewPart({ feeds = [] }: RestRoute, view: View): readonly (Date | null)[] {
  return feeds.some((feed) => feed.clock || feed.availability) ? [view.from, view.until] : [];
}

/** Filters refer to leaves of declarations: their name is what they mean. */
function leafByName(key: string, value: unknown): unknown {
  return key === 'leaf' ? (value as { readonly name: string }).name : value; // only filters and orders have a `leaf`
}
