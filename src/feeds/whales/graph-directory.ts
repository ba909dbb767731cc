import { textFault } from '../../feed/text.ts';
import { whaleKey } from '../../feed/whale-key.ts';
import {
  type ComputedList,
  compare,
  type GraphKit,
  invalidParameter,
  type NodeType,
  type Reading,
  type Whale,
} from '../../graphql/schema/builder.ts';
import type { WhaleActivity } from './feed.ts';

const LAST_SEEN = { type: 'Whale', field: 'last_seen_at', direction: 'desc' } as const;
const LARGEST = { type: 'WhalePosition', field: 'position_value', direction: 'desc' } as const;

/** Counted by what is shown of them. */
const POSITIONS: Reading<readonly WhaleActivity[]> = {
  name: 'positions of whales',
  objects: () => 0,
  read: async (keys, reader, view) =>
    (await reader.whales.positions(keys, view)) as readonly (readonly WhaleActivity[])[], // rows of this feed
};

/** The holders: their directory, the way from an event to its holder and back, and what they hold. */
export function addWhales(kit: GraphKit<WhaleActivity>): void {
  const whale = kit.addNode<Whale>(
    'Whale',
    'A holder on one platform, by the events that the key may see.',
    ({ key }) => key,
    (keys, reader, view) => reader.whales.whales(keys, view),
  );
  kit.builder.objectFields(whale.type, (t) => ({
    platform: t.exposeString('platform', { description: 'Platform identifier, e.g. hyperliquid.' }),
    address: t.exposeString('address', { description: 'Wallet address, possibly abbreviated.' }),
    name: t.exposeString('name', {
      nullable: true,
      description:
        'Public name of the holder, by the newest event that has one. Null where no name is known.',
    }),
    eventCount: t.exposeInt('events', { description: 'Number of events.' }),
    lastSeenAt: t.expose('last_seen_at', {
      type: 'DateTime',
      description: 'When the newest event was seen.',
    }),
  }));
  addActivity(kit, whale);
  addPositions(kit, whale);
  addDirectory(kit, whale);
}

function addActivity(kit: GraphKit<WhaleActivity>, { type, load }: NodeType<Whale>): void {
  const { builder, feed, costing } = kit;
  builder.objectField(type, 'activity', (t) =>
    t.field({
      type: kit.connection,
      description: 'Events of the holder.',
      args: kit.listArgs(t.arg),
      ...kit.listCost,
      // One statement for each platform: an address says nothing without it.
      resolve: ({ address, platform }, args, context) =>
        kit.rowsBelow(
          address,
          feed.leaf('address'),
          args,
          context,
          compare(feed.leaf('source'), 'eq', platform),
        ),
    }),
  );
  builder.objectField(kit.type, 'whale', (t) =>
    t.field({
      type,
      nullable: true,
      description: 'The holder; null where the event names no address.',
      ...costing({ kind: 'one' }),
      resolve: ({ address, source }, _, context) =>
        address === null ? null : load(whaleKey(source, address), context),
    }),
  );
}

function addPositions(kit: GraphKit<WhaleActivity>, { type }: NodeType<Whale>): void {
  const { builder } = kit;
  const position = builder.objectRef<WhaleActivity>('WhalePosition').implement({
    description:
      'What a holder has of one instrument, by the newest event that the key may see. A position whose size no event states is left out: e.g. one that was bought once, or that is the same in every snapshot.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Instrument or market.' }),
      outcome: t.exposeString('outcome', {
        nullable: true,
        description: 'Side or outcome held, e.g. LONG or Yes.',
      }),
      size: t.float({
        description: 'Size of the position. Unit: units of the instrument.',
        resolve: ({ size }) => size ?? 0, // the store gives positions with a size alone
      }),
      sizeBasis: t.expose('size_basis', {
        type: kit.enumOf(kit.feed.leaf('size_basis')),
        nullable: true,
        description:
          'Whether the platform states the size, or the size is the sum of the trades seen so far: the least that is held.',
      }),
      value: t.exposeFloat('position_value', {
        nullable: true,
        description: 'Value at the time of the event. For perpetuals, the notional value. Unit: USD.',
      }),
      entryPrice: t.exposeFloat('entry_price', {
        nullable: true,
        description: 'Average entry price, as the platform states it. Unit: USD.',
      }),
      asOf: t.expose('created_at', { type: 'DateTime', description: 'When the newest event was seen.' }),
      event: t.field({ type: kit.type, description: 'The event.', resolve: (event) => event }),
    }),
  });
  const connection = kit.addConnection({
    name: 'WhalePosition',
    node: position,
    description: 'A page of positions.',
  });
  builder.objectField(type, 'positions', (t) =>
    t.field({
      type: connection,
      description: 'Positions of the holder by the newest events, largest value first.',
      args: kit.pageArgs(t.arg),
      ...kit.computedCost(
        () => LARGEST,
        () => undefined,
      ),
      resolve: ({ key }, args, context) =>
        kit.whole({
          order: LARGEST,
          args,
          window: kit.windowOf(context, null),
          read: () => context.loaders.load(POSITIONS, key),
          placeOf: ({ id, position_value: worth }) => ({
            value: worth === null ? '' : String(worth),
            key: id,
          }),
          compare: (one, other) =>
            worthOf(other.value) - worthOf(one.value) ||
            (one.key < other.key ? 1 : Number(one.key !== other.key) * -1),
          shown: (count) => context.loaders.count('positions of a whale', JSON.stringify([key, args]), count),
        }),
    }),
  );
}

/** Of what is worth an unknown sum, less than anything. */
const worthOf = (text: string): number => (text === '' ? -1 : Number(text));

function addDirectory(kit: GraphKit<WhaleActivity>, { type }: NodeType<Whale>): void {
  const connection = kit.addConnection({ name: 'Whale', node: type, description: 'A page of holders.' });
  kit.builder.queryField('whales', (t) =>
    t.field({
      type: connection,
      description: 'Holders with an event in view, most recently seen first.',
      args: {
        search: t.arg.string({ description: 'Any part of the address or of a name. Case does not matter.' }),
        platform: t.arg.string({ description: 'Only on this platform, e.g. hyperliquid.' }),
        ...kit.pageArgs(t.arg),
      },
      ...kit.computedCost(() => LAST_SEEN, queryOf),
      resolve(_, args, context) {
        const query = queryOf(args);
        const list: ComputedList<Whale> = {
          order: LAST_SEEN,
          args,
          window: kit.windowOf(context, null),
          read: (span, reader, view) => reader.whales.directory({ ...span, ...query }, view),
        };
        return kit.computed(list, context);
      },
    }),
  );
}

const MAX_TEXT = 500;

/** Throws INVALID_PARAMETER for texts the store cannot hold. */
function queryOf(args: Readonly<Record<string, unknown>>) {
  return { search: textOf('search', args.search), platform: textOf('platform', args.platform) };
}

function textOf(param: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const fault = textFault(value, MAX_TEXT);
  if (fault !== null) throw invalidParameter(param, value, fault);
  return value;
}
