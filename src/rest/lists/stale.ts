import { withStale } from '../../core/access/view.ts';
import type { Feed } from '../../feed/feed.ts';
import { choiceParam, type Params } from '../request/param.ts';
import type { RestRequest } from '../route.ts';

const includeStale = choiceParam(
  'Also stale rows, as they were last seen, however long ago.',
  ['true', 'false'],
  { caseless: true, default: 'false' },
);

/** What lists of a feed with a shelf life take besides. */
export const staleParams = ({ shelfLife }: Feed): Params =>
  shelfLife === null ? {} : { include_stale: includeStale };

/** The request with the view that it asks for. Throws INVALID_PARAMETER. */
export function withStaleAsAsked(feed: Feed, request: RestRequest): RestRequest {
  const { caller, query } = request;
  const asked = feed.shelfLife !== null && includeStale.read(query.get('include_stale'), 'include_stale');
  return asked === 'true' ? { ...request, caller: { ...caller, view: withStale(caller.view) } } : request;
}
