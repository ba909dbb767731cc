import { MOMENT_FORM } from '../../core/access/moment.ts';
import { invalidParameter } from '../../errors.ts';
import { textFault } from '../../feed/text.ts';
import { parseInstant } from '../../feed/value.ts';
import { LIMITS } from '../cost/limits.ts';

/** What a tool may be given; each takes some of them. */
export interface Arguments {
  readonly type?: string | undefined;
  readonly document?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly as_of?: string | undefined;
  readonly max_units?: number | undefined;
  readonly symbol?: string | undefined;
  readonly kind?: string | undefined;
}

const NAMES = ['schema', 'query', 'price', 'asset'] as const;
export type ToolName = (typeof NAMES)[number];

/** As JSON Schema has it. */
type ArgumentSchema = {
  type: string;
  description: string;
  minimum?: number;
  maxLength?: number;
  enum?: string[];
};

/** One argument: its JSON Schema, and whether a value is one. */
interface Argument {
  readonly schema: ArgumentSchema;
  fits(value: unknown): boolean;
  /** As it continues "must be". */
  readonly wants: string;
}

const text = (description: string, maxLength: number): Argument => ({
  schema: { type: 'string', maxLength, description },
  fits: (value) => typeof value === 'string' && textFault(value, maxLength) === null,
  wants: `a text of at most ${maxLength} characters`,
});
const ASKED = {
  type: text(
    'Name of a type (Signal, SignalFilter) or of a field of Query (signals). Default: an overview.',
    100,
  ),
  document: text('A GraphQL document with one query.', LIMITS.documentBytes),
  variables: {
    schema: { type: 'object', description: 'Variables of the document.' },
    fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    wants: 'an object',
  },
  as_of: {
    schema: {
      type: 'string',
      maxLength: 64,
      description:
        'A moment, e.g. 2026-03-01T00:00:00Z: the answer is what could be known then. Default: what is known now.',
    },
    fits: (value) => typeof value === 'string' && /T/i.test(value) && parseInstant(value) !== null,
    wants: MOMENT_FORM,
  },
  max_units: {
    schema: {
      type: 'integer',
      minimum: 1,
      description: 'A query that may cost more units than this does not run. Default: 10.',
    },
    fits: (value) => Number.isInteger(value) && (value as number) >= 1,
    wants: 'a whole number from 1',
  },
  symbol: text('Symbol or name: AAPL, BTC, BTC/USDT, Apple.', 200),
  kind: {
    schema: {
      type: 'string',
      enum: ['STOCK', 'CRYPTO'],
      description: 'Which asset, where a stock and a coin have the same name.',
    },
    fits: (value) => value === 'STOCK' || value === 'CRYPTO',
    wants: 'STOCK or CRYPTO',
  },
} satisfies Readonly<Record<keyof Arguments, Argument>>;

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, ArgumentSchema>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  /** Throws INVALID_PARAMETER for an argument that is none, or of a wrong kind. */
  read(args: unknown): Arguments;
}

function tool(
  name: ToolName,
  title: string,
  description: string,
  required: readonly (keyof Arguments)[],
  optional: readonly (keyof Arguments)[],
): Tool {
  const names = [...required, ...optional];
  const properties = Object.fromEntries(names.map((one) => [one, ASKED[one].schema]));
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    read(args) {
      const read = Object.entries((args ?? {}) as object).filter(([, value]) => value !== null);
      for (const [key, value] of read) {
        const known = names.find((one) => one === key);
        if (!known) throw invalidParameter(key, value, `left out: ${name} takes ${names.join(', ')}`);
        if (!ASKED[known].fits(value)) throw invalidParameter(key, value, ASKED[known].wants);
      }
      return Object.fromEntries(read);
    },
  };
}

/** All tools read, and change nothing. */
export const TOOLS: readonly Tool[] = [
  tool(
    'schema',
    'Read the schema',
    'The schema: an overview of all queries and of the fields of every record, or one type, with the meaning and unit of each field, its filters and its orders. Free.',
    [],
    ['type'],
  ),
  tool(
    'query',
    'Ask',
    'Runs a GraphQL query: signals, insider filings (SEC forms 4 and 5), trades of members of Congress, whale wallets, prediction markets, outperforming coins, reversals, scorecards, prices. Costs units of the key; the answer says how many are left. A long answer is cut between rows, and "cut" says where. To continue, select pageInfo { endCursor } and ask again with after: endCursor, the cursor of the last row shown.',
    ['document'],
    ['variables', 'as_of', 'max_units'],
  ),
  tool(
    'price',
    'Price a query',
    'The most units that a query may cost, and which of its fields cost them. Does not run the query. Free.',
    ['document'],
    ['variables', 'as_of'],
  ),
  tool(
    'asset',
    'Look up an asset',
    'The newest data about one stock or coin in one call: price, signals, insider filings, trades of Congress, whales, prediction markets.',
    ['symbol'],
    ['kind', 'as_of', 'max_units'],
  ),
];
