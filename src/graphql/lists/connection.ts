import type { PageInfoShape } from '@pothos/plugin-relay';
import type { Feed } from '../../feed/feed.ts';
import type { GraphContext } from '../context.ts';
import { costing } from '../cost/field-cost.ts';
import type { Builder, ObjectType } from '../schema/types.ts';
import type { Reading } from './loaders.ts';
import type { PageArgs } from './page-args.ts';

/** A page of a connection. */
export interface ConnectionPage<Node> {
  readonly nodes: readonly Node[];
  /** Cursor of `nodes[index]`. */
  readonly cursorAt: (index: number) => string;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Where the event log stood when the page was read; null where the list has none of its own. */
  readonly liveCursor: () => string | null;
}

/** The part of time a list covers for the calling key. */
export interface ListWindow {
  /** Oldest time the key sees here; null: unlimited, or the list has no window. */
  readonly from: Date | null;
  /** Whether a time before `from` was asked for. */
  readonly clamped: boolean;
  readonly lagHours: number;
  /** Of which its rows are; default: of what is computed. */
  readonly feed?: Feed;
}

/**
 * What the fields of a connection resolve from. Nothing is read before a field asks for it, and a page or a count is
 * read once however many fields need it.
 */
export interface ConnectionSource<Node> extends PageSource<Node> {
  readonly window: ListWindow;
  total(): Promise<number>;
}

/** One page of rows. */
export interface PageSource<Node> {
  readonly args: PageArgs;
  page(): Promise<ConnectionPage<Node>>;
  /** Set when `edges` or `nodes` were asked for, which report why a page cannot be read. */
  rowsAsked?: boolean;
}

/** Keeps the promise of the first call. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= read();
    return made;
  };
}

export interface ConnectionOptions<Node> {
  readonly node: ObjectType<Node>;
  /** Name of the node type. */
  readonly name: string;
  readonly description: string;
}

/** Makes the Relay connection of a type. `Source` is what its fields resolve from. */
export function addConnection<Node, Source extends ConnectionSource<Node>>(
  builder: Builder,
  window: ObjectType<ListWindow>,
  options: ConnectionOptions<Node>,
): ObjectType<Source> {
  const { name, node } = options;
  const edge = builder.objectRef<{ readonly cursor: string; readonly node: Node }>(`${name}Edge`).implement({
    description: `One ${name} with its place in the list.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Place of the row; for `after` and `before`.' }),
      node: t.field({ type: node, resolve: (parent) => parent.node as never, description: 'The row.' }), // Node is this very type's
    }),
  });
  const connection = builder.objectRef<Source>(`${name}Connection`);
  connection.implement({
    description: options.description,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        nullable: true,
        description:
          'The rows of the page with their cursors; null, with an error, when they cannot be read.',
        ...costing({ kind: 'rows' }),
        resolve: async (source) => {
          const page = await rowsOf(source);
          return page.nodes.map((row, i) => ({ cursor: page.cursorAt(i), node: row }));
        },
      }),
      nodes: t.field({
        type: [node],
        nullable: true,
        description: 'The rows of the page; null, with an error, when they cannot be read.',
        ...costing({ kind: 'rows' }),
        resolve: async (source) => (await rowsOf(source)).nodes as never, // Node is this very type's
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        description: 'Whether the list has more rows, and where to continue.',
        ...costing({ kind: 'part' }),
        resolve: pageInfoOf,
      }),
      totalCount: t.int({
        nullable: true,
        description: 'Number of rows over all pages; null, with an error, when it cannot be read.',
        ...costing({ kind: 'sum' }),
        resolve: (source) => source.total(),
      }),
      liveCursor: t.string({
        nullable: true,
        description:
          'Place in the log of changes at which this page was read. A subscription to the same list, with this cursor as `after` and the same filter, continues there: it misses no change and repeats none. Null in nested lists (`asset { signals }`) and in computed lists, which cannot be followed.',
        ...costing({ kind: 'part' }),
        resolve: async (source) => (await rowsOf(source)).liveCursor(),
      }),
      window: t.field({
        type: window,
        description: 'The part of time the calling key sees of this list.',
        resolve: (source) => source.window,
      }),
    }),
  });
  return connection;
}

/** The page, for `edges` and `nodes`. */
export function rowsOf<Node>(source: PageSource<Node>): Promise<ConnectionPage<Node>> {
  source.rowsAsked = true;
  return source.page();
}

/**
 * Relay wants `pageInfo` and its booleans non-null, so failing here would take the whole answer along. Where `edges`
 * or `nodes` already report the failure, the walk stays where it was: the same cursors, which were checked before execution
 * began, and more to come.
 */
export async function pageInfoOf<Node>(
  source: PageSource<Node>,
  _args: object,
  { pageEnds }: GraphContext,
): Promise<PageInfoShape> {
  const { args } = source;
  try {
    const page = await source.page();
    const last = page.nodes.length - 1;
    if (last >= 0) pageEnds?.note(page.cursorAt(last), page);
    return {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: last < 0 ? null : page.cursorAt(0),
      endCursor: last < 0 ? null : page.cursorAt(last),
    };
  } catch (error) {
    // Fields of one selection start together, so by now the flag is set if it ever will be.
    if (!source.rowsAsked) throw error;
    return {
      hasNextPage: args.last == null,
      hasPreviousPage: args.last != null,
      startCursor: args.before ?? null,
      endCursor: args.after ?? null,
    };
  }
}

const precisionOf = (feed: Feed): Reading<string | null> => ({
  name: `precision of ${feed.module}`,
  objects: () => 0,
  read: async (_, reader, view) => [await reader.precision([feed], view)],
});

export function addListWindow(builder: Builder): ObjectType<ListWindow> {
  return builder.objectRef<ListWindow>('ListWindow').implement({
    description: 'The part of time a list covers for the calling key.',
    fields: (t) => ({
      from: t.expose('from', {
        type: 'DateTime',
        nullable: true,
        description: 'Oldest time that the key sees. Null: unlimited, or the list is current state.',
      }),
      clamped: t.exposeBoolean('clamped', {
        description: 'Whether a time before `from` was asked for.',
      }),
      lagHours: t.exposeInt('lagHours', { description: 'Delay of these rows for the calling key.' }),
      precision: t.string({
        nullable: true,
        description:
          'As of a moment: how far apart the versions are that are kept from that time, as an ISO 8601 duration (`PT1H`), where old versions were thinned out. Null where all versions are kept, and for values computed from records that do not change.',
        ...costing({ kind: 'part' }),
        resolve: ({ feed }, _, { loaders }) => (feed ? loaders.load(precisionOf(feed), '') : null),
      }),
    }),
  });
}
