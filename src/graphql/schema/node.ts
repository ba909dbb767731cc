import { invalidParameter } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import type { GraphContext } from '../context.ts';
import { BASE, costing } from '../cost/field-cost.ts';
import { InContext } from '../execution/in-context.ts';
import type { Reading } from '../lists/loaders.ts';
import { globalId, liveId, loadRow } from './feed-type.ts';
import { decodeGlobalId } from './global-id.ts';
import { loadVersion } from './history.ts';
import type { GraphKit, NodeType } from './kit.ts';
import { contextAsOf } from './moment.ts';
import type { Builder } from './types.ts';

const MAX_NODES = 100;

/** Where a type has nothing more to say of its id. */
export const NODE_ID = 'Global id, opaque; `node(id)` fetches the object again.';

type Load = (key: string, context: GraphContext) => Promise<object | null>;
type LoadVersion = (
  key: string,
  version: string,
  context: GraphContext,
) => Promise<object | null | 'foreign'>;

/** The types that `node` can fetch. */
export interface NodeTypes {
  addFeed(feed: Feed): void;
  readonly add: GraphKit<unknown>['addNode'];
  /** The object of this type by its own key; null where there is none in view, and for types `node` does not know. */
  load(type: string, key: string, context: GraphContext): Promise<object | null>;
}

/** Makes `node` and `nodes`. Types may be added until the schema is built. */
export function addNodes(builder: Builder): NodeTypes {
  const loads = new Map<string, Load>();
  const versions = new Map<string, LoadVersion>();
  const node = builder.nodeInterfaceRef();

  /** With its type's name, by which GraphQL distinguishes the types; the row itself may be shared. */
  const named = (type: string, value: object | null) => value && { ...value, __typename: type };

  async function fetch(id: string, context: GraphContext, param: string): Promise<object | null> {
    const decoded = decodeGlobalId(id);
    const load = decoded ? loads.get(decoded.type) : undefined;
    const versionOf = decoded ? versions.get(decoded.type) : undefined;
    if (!decoded || !load || (decoded.version !== undefined && !versionOf))
      throw invalidParameter(param, id, 'an id of this service');
    const { type, key, asOf, heldBy, version } = decoded;
    if (heldBy !== undefined && heldBy !== context.caller.view.heldBy)
      throw invalidParameter(param, id, 'asked for below `at` with the snapshot that it is of');
    const read = async (from: GraphContext) => {
      if (version === undefined || !versionOf) return named(type, await load(key, from));
      const found = await versionOf(key, version, from);
      if (found === 'foreign') throw invalidParameter(param, id, 'an id of this service');
      return named(type, found);
    };
    if (asOf === undefined) return read(context);
    const moment = contextAsOf(context, asOf, param);
    // Read apart from others; of `node` the field has paid for it.
    if (param !== 'id') context.loaders.count('moment of nodes', String(asOf.getTime()), BASE);
    const found = await read(moment);
    return found && new InContext(moment, found);
  }

  builder.queryField('node', (t) =>
    t.field({
      type: node,
      nullable: true,
      description: 'The object with this id. Null when there is none, or the key may not see it.',
      args: { id: t.arg.id({ required: true, description: 'Global id.' }) },
      ...costing({ kind: 'one' }),
      async resolve(_, { id }, context) {
        const found = await fetch(id, context, 'id');
        context.loaders.count('node', id, BASE - 1); // the load itself counts one
        return found;
      },
    }),
  );
  builder.queryField('nodes', (t) =>
    t.field({
      type: [node],
      nullable: { list: false, items: true },
      description:
        'The objects with these ids, in the same order. Null, with an error, for a value that is not an id.',
      args: {
        ids: t.arg.idList({ required: true, description: `Global ids, at most ${MAX_NODES}.` }),
      },
      ...costing({ kind: 'ids', max: MAX_NODES }),
      // cost.ts has refused longer lists.
      resolve(_, { ids }, context) {
        const list = ids.join(' ');
        const rest = Math.max(0, BASE - new Set(ids).size); // each load counts one
        return ids.map(async (id, i) => {
          const found = await fetch(id, context, `ids[${i}]`);
          context.loaders.count('nodes', list, rest);
          return found;
        });
      },
    }),
  );

  return {
    load: async (type, key, context) => named(type, (await loads.get(type)?.(key, context)) ?? null),
    addFeed(feed) {
      loads.set(feed.type, (key, context) => loadRow(feed, key, context));
      versions.set(feed.type, (key, version, context) => loadVersion(feed, key, version, context));
    },
    add<T extends object>(
      name: string,
      description: string,
      keyOf: (value: T) => string,
      load: Reading<T | null>['read'],
    ): NodeType<T> {
      const type = builder.objectRef<T>(name).implement({
        description,
        interfaces: [node],
        fields: (t) => ({ id: globalId(t, name, keyOf, NODE_ID), liveId: liveId(t, name, keyOf) }),
      });
      const reading: Reading<T | null> = { name: `${name} by key`, objects: () => 1, read: load };
      const loadOne = (key: string, { loaders }: GraphContext) => loaders.load(reading, key);
      loads.set(name, loadOne);
      return { type, load: loadOne };
    },
  };
}
