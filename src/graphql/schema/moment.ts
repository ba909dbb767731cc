import { type GraphQLSchema, isObjectType } from 'graphql';
import { viewAsOf } from '../../core/access/moment.ts';
import type { GraphContext } from '../context.ts';
import { InContext } from '../execution/in-context.ts';
import type { Builder } from './types.ts';

/** Fields of `Query` that answer of the present alone, or read nothing. */
const OF_THE_PRESENT: ReadonlySet<string> = new Set(['at', 'viewer', 'tiers', 'search']);

/**
 * The context as of a moment: its view and its loaders are of that moment, whatever reads through them. Of a context that is as
 * of a moment already, that of the operation counts. Throws as `viewAsOf`.
 */
export function contextAsOf(context: GraphContext, asOf: Date, param: string): GraphContext {
  const present = context.present ?? context;
  const view = viewAsOf(present.caller.view, asOf, param);
  return {
    ...present,
    caller: { ...present.caller, view },
    loaders: present.loaders.at(view),
    present,
  };
}

/** `Query.at`, and the type of what is below it: everything that can be asked of a moment, see `fillMoment`. */
export function addMoment(builder: Builder): void {
  const moment = builder.objectRef<{ readonly asOf: Date }>('Moment').implement({
    description:
      'What the world could know at a moment. All below it is as of that moment, nested lists and the ids of objects too: ' +
      '`node` finds the object of that moment by such an id.',
    fields: (t) => ({ asOf: t.expose('asOf', { type: 'DateTime', description: 'The moment.' }) }),
  });
  builder.queryField('at', (t) =>
    t.field({
      type: moment,
      description:
        'What the world could know at a moment, by the corrections of today. Refused are moments before the history of the key, ' +
        'and of feeds with versions those before the first (NOT_RECORDED).',
      args: {
        asOf: t.arg({ type: 'DateTime', required: true, description: 'The moment, no later than now.' }),
      },
      // Pothos takes what `Moment` is made of; execution takes it out.
      resolve: (_, { asOf }, context) =>
        new InContext(contextAsOf(context, asOf, 'asOf'), { asOf }) as unknown as { readonly asOf: Date },
    }),
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
