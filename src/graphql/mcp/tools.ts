import { type GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Caller } from '../../core/access/caller.ts';
import { viewAsOf } from '../../core/access/moment.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import { parseInstant } from '../../feed/value.ts';
import type { Charge } from '../../http/quota/charge.ts';
import { unitsOf } from '../cost/cost.ts';
import { createQueryCost, type QueryCost } from '../cost/query-cost.ts';
import type { OperationContext, OperationResult, OperationRunner } from '../execution/operation-runner.ts';
import type { Loaders } from '../lists/loaders.ts';
import { createPageEnds, type PageEnds } from '../lists/page-ends.ts';
import { documentAsOf, MOMENT } from './as-of.ts';
import { ASSET_QUERY } from './asset-query.ts';
import { cutRows } from './cut-rows.ts';
import { overviewOf, typeText } from './schema-text.ts';
import { type Arguments, TOOLS, type ToolName } from './tool-list.ts';

/** Most bytes of one answer: some 25,000 tokens. */
export const MAX_RESULT_BYTES = 100_000;
/** Units that a query may cost where its caller does not say. */
export const DEFAULT_MAX_UNITS = 10;

/** Who calls a tool. */
export interface ToolCaller {
  readonly caller: Caller;
  readonly requestId: string;
  /** Null without a key. */
  readonly charge: Charge | null;
  readonly onOperation: (name: string) => void;
}

/** What a tool answers: a text, and whether it is a refusal. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool. Never rejects: a refusal is a text that says what to change. */
export type CallTool = (name: string, args: unknown, by: ToolCaller) => Promise<ToolResult>;

export function createTools(deps: {
  readonly schema: GraphQLSchema;
  readonly runner: OperationRunner;
  readonly loadersFor: (caller: Caller) => Loaders;
  readonly log: (error: unknown, requestId: string) => void;
}): CallTool {
  const { schema, runner, loadersFor, log } = deps;
  const overview = overviewOf(schema);

  const run = async (
    by: ToolCaller,
    queryCost: QueryCost | null,
    operation: { readonly text: string; readonly variables: Arguments['variables'] },
    pageEnds?: PageEnds,
  ): Promise<OperationResult> => {
    const { caller, requestId, onOperation } = by;
    const context: OperationContext = {
      caller,
      requestId,
      queryCost,
      onOperation,
      listen: null,
      lastEventId: null,
      isSafe: true,
      cachePolicy: null,
      loaders: loadersFor(caller),
      pageEnds,
    };
    const { text, variables = null } = operation;
    const params = { text, operationName: null, variables };
    const kind = runner.kindOf(params) ?? OperationTypeNode.QUERY;
    if (kind === OperationTypeNode.QUERY) return runner.run(params, context);
    const message = `document must have a query, and this one has a ${kind}: the tools take queries only`;
    return runner.refuse([new AppError('INVALID_PARAMETER', message, { param: 'document' })], context);
  };

  const query = async (by: ToolCaller, document: string, args: Arguments): Promise<ToolResult> => {
    const { variables, max_units: maxUnits = DEFAULT_MAX_UNITS } = args;
    const { text, isOfMoment } = documentFor(document, args, by);
    const cost = by.charge && atMost(createQueryCost(by.charge), maxUnits);
    const pageEnds = createPageEnds();
    const result = await run(by, cost, { text, variables }, pageEnds);
    return answerOf(result, { by, isOfMoment, pageEnds });
  };

  const tools: Readonly<Record<ToolName, (args: Arguments, by: ToolCaller) => Promise<ToolResult>>> = {
    async schema({ type }) {
      return { text: type === undefined ? overview : typeText(schema, type), isError: false };
    },
    query: (args, by) => query(by, given(args, 'document'), args),
    async price(args, by) {
      const document = given(args, 'document');
      const { variables } = args;
      const { text } = documentFor(document, args, by);
      const cost = by.charge && createQueryCost({ ...by.charge, isDry: true });
      const { errors, extensions } = await run(by, cost, { text, variables });
      if (errors) return refusal(errors.map(refusalText).join('\n'));
      const { requested, fields, minute, day } = extensions?.cost ?? {};
      return ok({
        units: requested,
        fields,
        left_this_minute: minute?.remaining,
        left_today: day?.remaining,
      });
    },
    async asset(args, by) {
      const { kind } = args;
      const symbol = given(args, 'symbol');
      const variables = { symbol, ...(kind === undefined ? {} : { kind }) };
      const result = await query(by, ASSET_QUERY, { ...args, variables });
      if (!result.text.startsWith('{"data":{"asset":null}')) return result;
      throw new AppError(
        'NOT_FOUND',
        `no asset has the name ${JSON.stringify(symbol)}, or the key sees nothing of that asset; search for names with query: { search(query: "…") { nodes { title key } } }`,
      );
    },
  };

  return async (name, args, by) => {
    try {
      const tool = TOOLS.find((one) => one.name === name);
      if (!tool) throw invalidParameter('name', name, `one of ${TOOLS.map((one) => one.name).join(', ')}`);
      return await tools[tool.name](tool.read(args), by);
    } catch (error) {
      if (error instanceof AppError) return refusal(`${error.code}: ${error.message}`);
      log(error, by.requestId);
      return refusal(
        `INTERNAL: a fault of the server. The operator finds it in the log by the request id ${by.requestId}`,
      );
    }
  };
}

const refusalText = ({ message, extensions }: GraphQLError): string => `${extensions.code}: ${message}`;

const ok = (value: object): ToolResult => ({ text: JSON.stringify(value), isError: false });
const refusal = (text: string): ToolResult => ({ text, isError: true });

function given<Name extends keyof Arguments>(
  args: Pick<Arguments, Name>,
  name: Name,
): NonNullable<Arguments[Name]> {
  const value = args[name];
  if (value === undefined || value === null) throw new AppError('INVALID_PARAMETER', `${name} is missing`);
  return value;
}

/** The document, below `at` where a moment is given. Throws what is wrong with the moment, by the name of the argument. */
function documentFor(document: string, { as_of: asOf }: Arguments, { caller, charge }: ToolCaller) {
  const at = asOf === undefined ? null : parseInstant(asOf);
  if (asOf === undefined || at === null || charge === null) return { text: document, isOfMoment: false };
  viewAsOf(caller.view, at, 'as_of');
  return { text: documentAsOf(document, asOf), isOfMoment: true };
}

/** Refuses what may cost more, before anything is taken. */
const atMost = (cost: QueryCost, maxUnits: number): QueryCost => ({
  ...cost,
  async reserve(complexity, loaders) {
    const units = unitsOf(complexity.objects);
    if (units <= maxUnits) return cost.reserve(complexity, loaders);
    throw new AppError(
      'COST_EXCEEDED',
      `the query may cost ${units} units, and max_units is ${maxUnits}: ask for fewer rows (first), or set max_units to ${units}`,
    );
  },
});

/** The answer with what it cost and what it leaves out, cut between rows where it is too long. */
function answerOf(
  result: OperationResult,
  of: { readonly by: ToolCaller; readonly isOfMoment: boolean; readonly pageEnds: PageEnds },
): ToolResult {
  const { by, isOfMoment, pageEnds } = of;
  const { errors, extensions } = result;
  const said = errors?.map(({ message, path, extensions: { code } }) => ({ code, message, path }));
  if (!result.data || Object.values(result.data).every((value) => value === null)) {
    if (said) return refusal((errors ?? []).map(refusalText).join('\n'));
  }
  const data = isOfMoment ? result.data?.[MOMENT] : result.data;
  const { actual, minute, day } = extensions?.cost ?? {};
  const { from, until } = by.caller.view;
  const around = {
    ...(said ? { errors: said } : {}),
    units: actual,
    left_this_minute: minute?.remaining,
    left_today: day?.remaining,
    // Lists with a window tell `window { clamped }` of themselves.
    ...(from ? { history_of_key_begins: from.toISOString() } : {}),
    ...(until ? { delayed_feeds_end: until.toISOString() } : {}),
  };
  const room = MAX_RESULT_BYTES - Buffer.byteLength(JSON.stringify(around)) - 1_000;
  const cut = cutRows(data ?? null, room, pageEnds);
  if (cut === null)
    return refusal(
      `the answer is over ${MAX_RESULT_BYTES} bytes and cannot be cut: ask for fewer rows or fields`,
    );
  const left = cut.cuts.length > 0 ? { cut: cut.cuts } : {};
  return ok({ data: cut.data, ...left, ...around });
}
