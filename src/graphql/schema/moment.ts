import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import { MOMENT_FORM, viewAsOf } from '../../core/access/moment.ts';
import type { View } from '../../core/access/view.ts';
import type { Held } from '../../core/read/snapshots.ts';
import { invalidParameter } from '../../errors.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { GraphContext } from '../context.ts';
import { InContext } from '../execution/in-context.ts';
import type { Loaders } from '../lists/loaders.ts';
import { isDay } from './scalars.ts';
import type { Builder } from './types.ts';

/** Fields of `Query` that answer of the present alone, or read nothing. */
const OF_THE_PRESENT: ReadonlySet<string> = new Set(['at', 'viewer', 'tiers', 'search']);

/**
 * The context of another time: its view and its loaders are of that time, whatever reads through them. Of a context that is of
 * another time already, that of the operation counts.
 */
const contextOf = (context: GraphContext, viewThen: (caller: Caller) => View): GraphContext => {
  const present = context.present ?? context;
  const view = viewThen(present.caller);
  return { ...present, caller: { ...present.caller, view }, loaders: present.loaders.at(view), present };
};

/** The context as of a moment. Throws as `viewAsOf`. */
export const contextAsOf = (context: GraphContext, asOf: Date, param: string): GraphContext =>
  contextOf(context, ({ view }) => viewAsOf(view, asOf, param));

interface Moment {
  readonly asOf: Date | null;
  readonly snapshot: string | null;
}

/** `Query.at`, and the type of what is below it: everything that can be asked of another time, see `fillMoment`. */
export function addMoment(builder: Builder): void {
  const moment = builder.objectRef<Moment>('Moment').implement({
    description:
      'What the world could know at a moment, or what this service answered in a snapshot. Everything below is of that time, nested lists and ids of objects too. `node` finds the object of that time by such an id. An id from a snapshot works only below the same snapshot.',
    fields: (t) => ({
      asOf: t.expose('asOf', {
        type: 'DateTime',
        nullable: true,
        description: 'The moment. Null for a snapshot.',
      }),
      snapshot: t.exposeString('snapshot', {
        nullable: true,
        description:
          'Give this as `snapshot` to get the same answer again. For `at` without arguments, it stands for the present answer. Null as of a moment.',
      }),
    }),
  });
  builder.queryField('at', (t) =>
    t.field({
      type: moment,
      description:
        "The data at another time. `asOf`: what the world could know at a moment, with today's corrections. A moment before the history of the key gets an error, as does a moment before the first version of a feed with versions (NOT_RECORDED). `snapshot`: exactly what was answered, as long as it is kept (SNAPSHOT_EXPIRED). Neither: one state of the present, with the snapshot to ask for it again.",
      args: {
        asOf: t.arg({
          type: 'DateTime',
          description: 'The moment, with its time of day, no later than now. Leave it out with `snapshot`.',
        }),
        snapshot: t.arg.string({
          description: 'The snapshot of an answer: its `Moment.snapshot` or its header `X-Snapshot`.',
        }),
      },
      // Pothos takes what `Moment` is made of; execution takes it out.
      resolve: async (_, { asOf, snapshot }, context) =>
        (await then(context, asOf, snapshot)) as unknown as Moment,
    }),
  );
}

/** What operations hold still, by their loaders: one state for all of an operation, also where it is executed once more. */
const held = new WeakMap<Loaders, Promise<Held>>();

function holdNow({ loaders, snapshots, caller }: GraphContext): Promise<Held> {
  const known = held.get(loaders) ?? snapshots.hold(caller);
  held.set(loaders, known);
  return known;
}

async function then(
  context: GraphContext,
  asOf: Date | null | undefined,
  snapshot: string | null | undefined,
): Promise<InContext> {
  const isBySnapshot = typeof snapshot === 'string';
  if (asOf && isBySnapshot) throw invalidParameter('snapshot', snapshot, 'left out, because asOf is given');
  if (asOf && isDay(asOf)) throw invalidParameter('asOf', isoTime(asOf).slice(0, 10), MOMENT_FORM);
  if (asOf) return new InContext(contextAsOf(context, asOf, 'asOf'), { asOf, snapshot: null });
  const present = context.present ?? context;
  const { view, snapshot: told } = isBySnapshot
    ? { snapshot, view: present.snapshots.view(present.caller, snapshot, 'snapshot') }
    : await holdNow(present);
  return new InContext(
    contextOf(context, () => view),
    { asOf: null, snapshot: told },
  );
}

/** Gives `Moment` the fields of `Query`, so that none is forgotten that a feed adds. */
export function fillMoment(schema: GraphQLSchema): GraphQLSchema {
  const [query, moment] = [schema.getQueryType(), schema.getType('Moment')];
  if (!query || !isObjectType(moment)) throw new Error('a graph without Query or Moment');
  const fields = moment.getFields();
  for (const [name, field] of Object.entries(query.getFields()))
    if (!OF_THE_PRESENT.has(name)) fields[name] ??= { ...field };
  return schema;
}
