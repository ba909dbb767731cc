import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  visit,
} from 'graphql';
import type { Feed, Leaf } from '../../feed/feed.ts';

/** What a field of a feed's type shows of its row: a leaf, those that the fields of its object do, or the key. */
type Shows = Leaf | 'members' | 'key';

/** Options of a field that shows nothing else of its row. */
export function showing(shows: Shows): { readonly extensions: Record<string, unknown> } {
  return { extensions: { shows } };
}

/** The leaves of a feed's rows that an operation may show, besides their keys; undefined: all of them. */
export type ShownLeaves = (feed: Feed) => readonly Leaf[] | undefined;

const known = new WeakMap<DocumentNode, { readonly schema: GraphQLSchema; readonly shown: ShownLeaves }>();

/**
 * By the names of all fields in the document, whatever they are selected on: an operation reads a row the same way
 * wherever it reads it.
 */
export function shownLeaves(schema: GraphQLSchema, document: DocumentNode): ShownLeaves {
  const last = known.get(document);
  if (last?.schema === schema) return last.shown;
  const names = new Set<string>();
  visit(document, {
    [Kind.FIELD]({ name }) {
      names.add(name.value);
    },
  });
  const byFeed = new Map<Feed, readonly Leaf[] | undefined>();
  const shown: ShownLeaves = (feed) => {
    if (!byFeed.has(feed)) {
      const type = schema.getType(feed.type);
      byFeed.set(feed, isObjectType(type) ? leavesOf(type, names) : undefined);
    }
    return byFeed.get(feed);
  };
  known.set(document, { schema, shown });
  return shown;
}

/** Undefined: some field is selected that may show all of its row. */
function leavesOf(type: GraphQLObjectType, names: ReadonlySet<string>): readonly Leaf[] | undefined {
  const leaves: Leaf[] = [];
  for (const field of Object.values(type.getFields())) {
    if (!names.has(field.name)) continue;
    const shows = field.extensions.shows as Shows | undefined; // put there by showing() alone
    if (shows === undefined) return undefined;
    if (shows === 'key') continue;
    if (shows !== 'members') {
      leaves.push(shows);
      continue;
    }
    const members = isObjectType(field.type) ? leavesOf(field.type, names) : undefined;
    if (members === undefined) return undefined;
    leaves.push(...members);
  }
  return leaves;
}
