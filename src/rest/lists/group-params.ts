import { Type } from 'typebox';
import { invalidParameter } from '../../errors.ts';
import {
  type GroupKey,
  type GroupOrder,
  MAX_GROUP_KEYS,
  type Measure,
  ROW_COUNT,
} from '../../feed/groups.ts';
import { choiceParam, type Param, type Params, type Query, readParams } from '../request/param.ts';
import { deprecatedNames } from '../request/used-deprecations.ts';
import type { GroupWords } from './group-words.ts';
import { deprecatedSynonym, pickSort } from './sorting.ts';

/** The parameters that say which groups, and what of them. */
export interface GroupParams {
  readonly params: Params;
  /** Throws INVALID_PARAMETER, which names what there is. */
  read(query: Query): {
    readonly by: readonly GroupKey[];
    /** With the one of the order. */
    readonly measures: readonly Measure[];
    readonly order: GroupOrder;
  };
}

export function groupParams({ keys, measures }: GroupWords): GroupParams {
  const sortable = ['key', ...measures.keys()];
  const params = {
    by: keysParam(keys),
    measures: measuresParam(measures),
    sort_by: {
      ...choiceParam('One of `measures`, or `key` for the order of the keys. Null comes last.', sortable),
      schema: Type.String({ default: ROW_COUNT.name }),
      deprecatedNames: deprecatedNames(measures, fieldOf),
    },
    sort: deprecatedSynonym(choiceParam('The same as `sort_by`.', sortable)),
    order: choiceParam(
      'Direction of the order. Default: `asc` for keys, `desc` for measures. Groups of equal measure come in ascending order of their keys.',
      ['asc', 'desc'],
      { caseless: true },
    ),
  };
  return {
    params,
    read(query) {
      const asked = readParams(params, query);
      const name = pickSort(asked.sort_by, asked.sort) ?? ROW_COUNT.name;
      const by: GroupOrder['by'] = measures.get(name) ?? 'key';
      const byDefault = by === 'key' ? 'asc' : 'desc';
      const order: GroupOrder = { by, direction: asked.order ?? byDefault };
      const shown = by === 'key' ? asked.measures : [...asked.measures, by];
      return { by: asked.by, measures: [...new Set(shown)], order };
    },
  };
}

function keysParam(keys: ReadonlyMap<string, GroupKey>): Param<readonly GroupKey[]> {
  const names = [...keys.keys()];
  const allowed = `one to ${MAX_GROUP_KEYS} of ${names.join(', ')}, separated by commas`;
  return {
    schema: Type.String({ examples: [`${names[0]},${names.find((name) => name.endsWith('_month'))}`] }),
    deprecatedNames: deprecatedNames(keys, ({ leaf }) => leaf.field),
    description: `Required. Keys of the groups: ${allowed}. Rows without a value of a key are a group of their own.`,
    required: true,
    read(text, name) {
      const found = namesIn(keys, text ?? '', name, allowed);
      if (found.length <= MAX_GROUP_KEYS) return found;
      throw invalidParameter(name, text, allowed);
    },
  };
}

function measuresParam(measures: ReadonlyMap<string, Measure>): Param<readonly Measure[]> {
  const names = [...measures.keys()];
  const allowed = `some of ${names.join(', ')}, separated by commas`;
  return {
    schema: Type.String({ default: ROW_COUNT.name, examples: [names.slice(0, 2).join(',')] }),
    deprecatedNames: deprecatedNames(measures, fieldOf),
    description: `Measures of each group, besides the one that orders them: ${allowed}.`,
    read: (text, name) => (text === undefined ? [ROW_COUNT] : namesIn(measures, text, name, allowed)),
  };
}

const fieldOf = (measure: Measure) => (measure.kind === 'rows' ? undefined : measure.leaf.field);

/** What these names stand for, each once and in the order they are given. */
function namesIn<T>(all: ReadonlyMap<string, T>, text: string, param: string, allowed: string): readonly T[] {
  const found = text.split(',').map((name) => {
    const one = all.get(name.trim());
    if (one === undefined) throw invalidParameter(param, name, allowed);
    return one;
  });
  return [...new Set(found)];
}
