import { lapses } from '../../core/access/view.ts';
import { EXPORT_FORMATS } from '../../core/read/exports.ts';
import { fileSchema } from '../openapi/schema.ts';
import { choiceParam, integerParam, type Params, readParams } from '../request/param.ts';
import type { Prepared, RestRequest, RestRoute } from '../route.ts';
import type { RestServices } from '../services.ts';
import type { ListFilters } from './list-filters.ts';
import { askingOf, type ListAsking } from './list-question.ts';
import { clampedHeader } from './look-back.ts';
import { checkCursor, cursorParams, nextLink, operationWords } from './paging.ts';
import type { SortName } from './sorting.ts';

interface ExportOptions<P extends Params> extends ListFilters<P> {
  readonly sortParam?: SortName;
}

const fileParams = {
  format: choiceParam('Format of the file; default: what `Accept` prefers, else ndjson.', EXPORT_FORMATS),
  limit: integerParam(
    'Maximum number of rows. The `Link` header then leads to the next file. Default: all rows.',
    {
      minimum: 1,
      maximum: 1_000_000_000,
    },
  ),
  ...cursorParams,
};

/**
 * All rows of a list as one file, at `/export` below its path: by its filters, in its order, as they stood at one moment, with
 * every public field of the feed.
 */
export function feedExport<P extends Params>(
  services: Pick<RestServices, 'exports'>,
  options: ExportOptions<P>,
): RestRoute {
  const { feed, path, tag } = options;
  const asking = askingOf(options);
  const component = `${feed.type}Row`;
  return {
    path: `${path}/export`,
    access: 'key',
    operationId: `export${operationWords(path)}`,
    tag,
    summary: 'Export all rows',
    description:
      `${feed.description} Takes the filters and orders of the list, and shows its rows as they stood at one moment, ` +
      `with every field of \`${component}\`. An answer that ends before its time breaks off: it never looks like a whole file.`,
    feeds: [feed],
    params: { ...fileParams, ...asking.params },
    answer: { kind: 'export', components: { [component]: fileSchema(feed) } },
    prepare: (received) => prepareExport({ services, options, asking }, received),
  };
}

interface Route<P extends Params> {
  readonly services: Pick<RestServices, 'exports'>;
  readonly options: ExportOptions<P>;
  readonly asking: ListAsking<P>;
}

function prepareExport<P extends Params>(route: Route<P>, received: RestRequest): Prepared {
  const { services, options, asking } = route;
  const { feed } = options;
  const { request, values, filter, order, since, canonical } = asking.read(received);
  const { caller, query } = request;
  const { format, limit, cursor } = readParams(fileParams, query);
  checkCursor(feed, order, cursor);
  const { view, key } = caller;
  return {
    canonicalQuery: { ...canonical, limit, cursor },
    timed: options.timed?.(values) ?? false,
    lapses: lapses(feed, view),
    headers: clampedHeader(since, view),
    ...(format ? { format } : {}),
    run: async () => ({
      kind: 'export',
      name: feed.module,
      open: (file, signal) =>
        services.exports.open(
          { feed, filter, order, cursor, limit, view, format: file, account: key?.account ?? '' },
          signal,
        ),
      nextLink: (next) => nextLink(request, { page: 0 }, next),
    }),
  };
}
