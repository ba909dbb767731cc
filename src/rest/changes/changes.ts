import { type Deprecation, deprecationText } from '../../feed/deprecation.ts';
import { type Feed, publicLeaves } from '../../feed/feed.ts';
import { paramName } from '../openapi/schema.ts';
import { declaredDeprecations } from '../request/used-deprecations.ts';
import type { RestRoute } from '../route.ts';
import type { Release } from './releases.ts';

/** A change of the API that clients may have to act on, as `/api/changes` tells it. */
export interface Change {
  /** Stays the same: a reader that has it does not need it again. */
  readonly id: string;
  readonly kind: 'release' | 'deprecation';
  /** The day it is of, `YYYY-MM-DD`. */
  readonly on: string;
  readonly title: string;
  readonly summary: string;
  /** Of a deprecation: the day from which it may be gone. */
  readonly sunset: string | null;
  /** Of a deprecation: routes and parameters, `GET /api/v1/congress?sort`; fields, `CongressTrade.owner`. */
  readonly affects: readonly string[];
}

/** What was released, and what the routes and feeds declare to go; the newest first. */
export function changesOf(
  routes: readonly RestRoute[],
  feeds: readonly Feed[],
  releases: readonly Release[],
): readonly Change[] {
  const places = [...routes.flatMap(declaredDeprecations), ...feeds.flatMap(declaredFields)];
  const byDeprecation = Map.groupBy(places, ([deprecation]) => deprecation);
  const deprecations = Array.from(
    byDeprecation,
    ([deprecation, found]): Change => ({
      id: `deprecation:${deprecation.id}`,
      kind: 'deprecation',
      on: deprecation.since,
      title: `Deprecated: ${deprecation.what}`,
      summary: deprecationText(deprecation),
      sunset: deprecation.until,
      affects: found.map(([, place]) => place),
    }),
  );
  const released = releases.map(
    ({ version, on, summary }): Change => ({
      id: `release:${version}`,
      kind: 'release',
      on,
      title: `Version ${version}`,
      summary,
      sunset: null,
      affects: [],
    }),
  );
  return [...released, ...deprecations].sort((one, other) =>
    one.on < other.on ? 1 : one.on > other.on ? -1 : 0,
  );
}

const declaredFields = (feed: Feed): readonly (readonly [Deprecation, string])[] =>
  publicLeaves(feed).flatMap((leaf) => {
    const { deprecated } = leaf.field.options;
    return deprecated ? [[deprecated, `${feed.type}.${paramName(feed, leaf)}`] as const] : [];
  });
