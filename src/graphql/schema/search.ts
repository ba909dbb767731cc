import type { Whale } from '../../core/directory-ports.ts';
import { checkSearchText, type SearchHit } from '../../core/read/search.ts';
import { SEARCH_MATCHES } from '../../core/search-ports.ts';
import { oneOf } from '../../feed/field.ts';
import { SEARCH_TYPES, type SearchType } from '../../feed/search-text.ts';
import { costing, rootListObjects } from '../cost/field-cost.ts';
import { type ConnectionPage, once, type PageSource, pageInfoOf, rowsOf } from '../lists/connection.ts';
import type { Reading } from '../lists/loaders.ts';
import { DEFAULT_PAGE, MAX_PAGE, sliceOf } from '../lists/page-args.ts';
import { assetWith } from './asset.ts';
import type { Enums } from './enums.ts';
import { encodeGlobalId } from './global-id.ts';
import type { Asset } from './kit.ts';
import type { NodeTypes } from './node.ts';
import type { Builder, ObjectType } from './types.ts';

const TYPE = oneOf('Kind of thing that a search finds.', SEARCH_TYPES, { enumName: 'SearchType' });
const MATCH = oneOf(
  'How the name matches the search. The name is the same, begins with it, has all of its words, or has words that differ from them by one letter.',
  SEARCH_MATCHES,
  { enumName: 'SearchMatch' },
);

/** The type of the graph that a hit leads to. */
const NODES: Readonly<Record<SearchType, string>> = {
  ASSET: 'Asset',
  POLITICIAN: 'Politician',
  INSIDER: 'Insider',
  STRATEGY: 'Strategy',
  WHALE: 'Whale',
  PREDICTION_MARKET: 'PredictionMarket',
};

/** Records tell of wallets by their address. */
const BY_ADDRESS: Reading<Whale | null> = {
  name: 'whales by address',
  objects: () => 1,
  read: (addresses, reader, view) => reader.whales.byAddress(addresses, view),
};

interface Found {
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
}

/** Throws INVALID_PARAMETER before anything is charged. */
function check({ query, first }: Readonly<Record<string, unknown>>): void {
  checkSearchText('query', query as string); // the schema has taken them for what they are
  sliceOf({ first: first as number | null | undefined }, MAX_PAGE);
}

/** A search has one page, so its cursors lead nowhere: they say which result it is. */
const cursorOf = (hit: SearchHit | undefined): string =>
  hit ? encodeGlobalId('SearchResult', `${hit.type}:${hit.key}`) : '';

const pageOf = ({ hits, more }: Found): ConnectionPage<SearchHit> => ({
  nodes: hits,
  cursorAt: (index) => cursorOf(hits[index]),
  hasNextPage: more,
  hasPreviousPage: false,
  liveCursor: () => null,
});

/** Adds `search`, which finds things by their names, whatever feed tells of them. */
export function addSearch(builder: Builder, nodes: NodeTypes, asset: ObjectType<Asset>, enums: Enums): void {
  const result = builder.objectRef<SearchHit>('SearchResult').implement({
    description: 'Something whose name matches.',
    fields: (t) => ({
      type: t.expose('type', { type: enums.of(TYPE), description: 'What it is.' }),
      key: t.exposeString('key', {
        description:
          'Identifier among results of its type, as filters take it: key of an asset, Bioguide ID or name of a politician, slug, address, id of a market.',
      }),
      title: t.exposeString('title', { description: 'Its name.' }),
      subtitle: t.exposeString('subtitle', {
        nullable: true,
        description: 'What distinguishes the result from namesakes. Null where nothing does.',
      }),
      matchedName: t.exposeString('name', {
        description: 'The name that matched. It may be an older or a shorter one.',
      }),
      match: t.expose('match', { type: enums.of(MATCH), description: 'How the name matches.' }),
      node: t.field({
        type: builder.nodeInterfaceRef(),
        nullable: true,
        description:
          'The object itself. For an address on several platforms, the holder who was seen last. Null where the object is no longer in view.',
        ...costing({ kind: 'one' }),
        async resolve({ type, key }, _, context) {
          if (type !== 'WHALE') return nodes.load(NODES[type], key, context);
          const whale = await context.loaders.load(BY_ADDRESS, key);
          return whale && { ...whale, __typename: NODES.WHALE };
        },
      }),
      asset: t.field({
        type: asset,
        nullable: true,
        description: 'The instrument, for a result of type ASSET. Otherwise null.',
        ...costing({ kind: 'one' }),
        resolve({ type, key }, _, { loaders }) {
          if (type !== 'ASSET') return null;
          loaders.count('asset', key, 1);
          return assetWith(key);
        },
      }),
    }),
  });
  const edge = builder.objectRef<SearchHit>('SearchEdge').implement({
    description: 'A result with its place in the list.',
    fields: (t) => ({
      cursor: t.string({
        description: 'Opaque cursor of the result. A search has one page and no `after`.',
        resolve: cursorOf,
      }),
      node: t.field({ type: result, description: 'The result.', resolve: (hit) => hit }),
    }),
  });
  const connection = builder.objectRef<PageSource<SearchHit>>('SearchConnection').implement({
    description: 'The best results of a search.',
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        nullable: true,
        description: 'The results with their cursors; null, with an error, when they cannot be read.',
        ...costing({ kind: 'rows' }),
        resolve: async (source) => [...(await rowsOf(source)).nodes],
      }),
      nodes: t.field({
        type: [result],
        nullable: true,
        description: 'The results; null, with an error, when they cannot be read.',
        ...costing({ kind: 'rows' }),
        resolve: async (source) => [...(await rowsOf(source)).nodes],
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        description: 'Whether there are more results than were asked for.',
        ...costing({ kind: 'part' }),
        resolve: pageInfoOf,
      }),
    }),
  });
  builder.queryField('search', (t) =>
    t.field({
      type: connection,
      description:
        'Assets, politicians, insiders, strategies, whales and prediction markets with a name like this, best match first. A name counts only where a record that the key may see has it. A misspelled word also finds words that differ from it by one letter. Of prediction markets that match alike, the most traded comes first.',
      args: {
        query: t.arg.string({
          required: true,
          description:
            'Name, its beginning, or a symbol in any spelling; at most 200 characters and 12 words.',
        }),
        types: t.arg({
          type: [enums.of(TYPE)],
          description: 'Only results of these types. Default: all.',
        }),
        first: t.arg.int({
          description: `Maximum number of results, at most ${MAX_PAGE}; default ${DEFAULT_PAGE}.`,
        }),
      },
      ...costing({ kind: 'list', max: MAX_PAGE, weight: 1, check }),
      resolve: (_, args, { loaders }) => {
        const { size: limit } = sliceOf({ first: args.first }, MAX_PAGE);
        const types = args.types as readonly SearchType[] | null | undefined; // the enum is made of these
        const reading: Reading<Found> = {
          name: `search ${JSON.stringify([args.query, types ?? null, limit])}`,
          objects: ({ hits }) => rootListObjects(hits.length, 1),
          read: async (_keys, { search }, view) => [
            await search.find({ text: args.query, types, limit }, view),
          ],
        };
        return { args, page: once(async () => pageOf(await loaders.load(reading, ''))) };
      },
    }),
  );
}
