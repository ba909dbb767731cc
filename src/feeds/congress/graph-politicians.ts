import { textFault } from '../../feed/text.ts';
import {
  type CommitteeSeat,
  type ComputedList,
  compare,
  type GraphKit,
  invalidParameter,
  type NodeType,
  type Politician,
  type PoliticianTerm,
  type PoliticianTotals,
  type Reading,
} from '../../graphql/schema/builder.ts';
import { CHAMBERS, type CongressTrade, PARTIES, PARTIES_BY_NAME } from './feed.ts';

const BY_NAME = { type: 'Politician', field: 'name', direction: 'asc' } as const;

const TOTALS: Reading<PoliticianTotals> = {
  name: 'totals of politicians',
  objects: () => 1,
  read: (keys, reader, view) => reader.politicians.totals(keys, view),
};

const COMMITTEES: Reading<readonly CommitteeSeat[]> = {
  name: 'committees of politicians',
  objects: () => 1,
  read: (keys, reader) => reader.politicians.committees(keys),
};

const TERMS: Reading<readonly PoliticianTerm[] | null> = {
  name: 'terms of politicians',
  objects: () => 1,
  read: (keys, reader, view) => reader.politicians.terms(keys, view),
};

/** The people behind the trades: the directory, the way from a trade to its politician and back. */
export function addPoliticians(kit: GraphKit<CongressTrade>): void {
  const politician = kit.addNode<Politician>(
    'Politician',
    'A member of Congress, or a filer who is not in the directory of members. The directory is public: members are shown even without a trade in view. Other filers are not.',
    ({ key }) => key,
    (keys, reader, view) => reader.politicians.politicians(keys, view),
  );
  addFacts(kit, politician);
  addTerms(kit, politician);
  addTrades(kit, politician);
  addDirectory(kit, politician);
}

function addFacts(
  { builder, feed, typeOf, costing }: GraphKit<CongressTrade>,
  { type }: NodeType<Politician>,
) {
  const seat = builder.objectRef<CommitteeSeat>('PoliticianCommittee').implement({
    description:
      'A seat on a committee or subcommittee. CURRENT_ONLY: the file of committees has no history, so seats are those of the newest file, also below a moment.',
    fields: (t) => ({
      committee: t.exposeString('committee', {
        description: 'Id of the committee, e.g. `HSAG`, or of the subcommittee, e.g. `HSAG15`.',
      }),
      name: t.exposeString('name', { description: 'Name of the committee.' }),
      parent: t.exposeString('parent', {
        nullable: true,
        description: 'For a subcommittee, the name of its committee. Null for a committee.',
      }),
      chamber: t.exposeString('chamber', { description: 'house, senate or joint.' }),
      role: t.string({
        description: 'Title of the seat, e.g. `Chairman` or `Ranking Member`; `Member` without one.',
        resolve: ({ title }) => title ?? 'Member',
      }),
    }),
  });
  const totals = builder.objectRef<PoliticianTotals>('PoliticianTotals').implement({
    description:
      'Sums over the trades of a politician that the key may see. Amounts are brackets: lower ends and upper ends are summed separately.',
    fields: (t) => ({
      trades: t.exposeInt('trades', { description: 'Number of trades.' }),
      purchases: t.exposeInt('purchases', { description: 'Number of purchases.' }),
      sales: t.exposeInt('sales', { description: 'Number of sales, full and partial ones.' }),
      amountLow: t.exposeFloat('amount_low', {
        nullable: true,
        description: 'Sum of the lower ends. Null where no trade has an amount. Unit: USD.',
      }),
      amountHigh: t.exposeFloat('amount_high', {
        nullable: true,
        description: 'Sum of the upper ends, over the trades that have one. Unit: USD.',
      }),
      openEnded: t.exposeInt('open_ended', {
        description: 'Number of trades whose bracket has no upper end. `amountHigh` does not contain them.',
      }),
    }),
  });
  const [party, chamber] = [feed.leaf('party'), feed.leaf('chamber')];
  builder.objectFields(type, (t) => ({
    slug: t.string({
      description: 'Bioguide ID of a member. For another filer, the name in kebab-case.',
      resolve: ({ is_member, key }) => (is_member ? key : kebabCase(key)),
    }),
    name: t.exposeString('name', {
      description: 'Official name of a member. For another filer, the name in the report.',
    }),
    party: t.field({
      type: typeOf(party),
      nullable: true,
      description: 'Party of the last term: D, R or I. Null where the directory does not say it.',
      resolve: ({ party: letter }) => wordIn(PARTIES, letter),
    }),
    chamber: t.field({
      type: typeOf(chamber),
      nullable: true,
      description: 'Chamber of the last term.',
      resolve: ({ chamber: word }) => wordIn(CHAMBERS, word),
    }),
    state: t.exposeString('state', { nullable: true, description: 'Two-letter code of the state.' }),
    isServing: t.exposeBoolean('is_serving', {
      description: 'Whether a term that the directory knows covers today.',
    }),
    committees: t.field({
      type: [seat],
      nullable: true,
      description:
        'Seats on committees and subcommittees (CURRENT_ONLY). None for filers who are not in the directory.',
      ...costing({ kind: 'one' }),
      resolve: async ({ key }, _, { loaders }) => [...(await loaders.load(COMMITTEES, key))],
    }),
    totals: t.field({
      type: totals,
      nullable: true,
      description: 'Sums over the trades; null, with an error, when they cannot be read.',
      ...costing({ kind: 'one' }),
      resolve: ({ key }, _, { loaders }) => loaders.load(TOTALS, key),
    }),
  }));
}

function addTerms(
  { builder, feed, typeOf, costing }: GraphKit<CongressTrade>,
  { type }: NodeType<Politician>,
) {
  const [party, chamber] = [feed.leaf('party'), feed.leaf('chamber')];
  const term = builder.objectRef<PoliticianTerm>('PoliticianTerm').implement({
    description:
      'A term in Congress, as the directory of members has it. A member who changed party within a term has an entry for each party.',
    fields: (t) => ({
      chamber: t.field({
        type: typeOf(chamber),
        description: 'Chamber of the seat.',
        resolve: ({ chamber: word }) => word,
      }),
      state: t.exposeString('state', { description: 'Two-letter code of the state.' }),
      district: t.exposeInt('district', {
        nullable: true,
        description: 'Number of the district, 0 for a seat at large. Null for senators.',
      }),
      party: t.field({
        type: typeOf(party),
        nullable: true,
        description: 'Party: D, R or I. Null for another party, and where the directory does not say it.',
        resolve: ({ party_name: name }) => PARTIES_BY_NAME[name ?? ''] ?? null,
      }),
      partyName: t.exposeString('party_name', {
        nullable: true,
        description:
          'Party in the words of the directory, e.g. `Democrat` or `Libertarian`. Null where the directory does not say.',
      }),
      startDate: t.expose('start', {
        type: 'Date',
        nullable: true,
        description: 'First day of the term. Null for a member of whom the directory has only the last seat.',
      }),
      endDate: t.expose('end', {
        type: 'Date',
        nullable: true,
        description:
          'Last day of the term. For a running term, the day on which it is due to end. Null for a member of whom the directory has only the last seat, and as of a moment before the end of the term.',
      }),
    }),
  });
  builder.objectField(type, 'terms', (t) =>
    t.field({
      type: [term],
      nullable: true,
      description:
        'Terms in Congress, newest first. As of a moment, only terms that had begun. Null for a filer who is not in the directory, and before a directory was imported.',
      ...costing({ kind: 'one' }),
      resolve: async ({ key }, _, { loaders }) => {
        const terms = await loaders.load(TERMS, key);
        return terms && [...terms];
      },
    }),
  );
}

function addTrades(kit: GraphKit<CongressTrade>, { type, load }: NodeType<Politician>): void {
  const { builder, feed, costing } = kit;
  const [id, name] = [feed.leaf('politician_id'), feed.leaf('politician_name')];
  const isUnknown = compare(id, 'isNull', true);
  builder.objectField(type, 'trades', (t) =>
    t.field({
      type: kit.connection,
      description: 'Trades of the politician.',
      args: kit.listArgs(t.arg),
      ...kit.listCost,
      resolve: ({ key, is_member }, args, context) =>
        is_member
          ? kit.rowsBelow(key, id, args, context)
          : kit.rowsBelow(key, name, args, context, isUnknown),
    }),
  );
  builder.objectField(kit.type, 'politician', (t) =>
    t.field({
      type,
      nullable: true,
      description:
        "Who filed the report, with today's facts. Party and state at the time of the trade are fields of the trade.",
      ...costing({ kind: 'one' }),
      resolve: ({ politician_id, politician_name }, _, context) =>
        load(politician_id ?? politician_name, context),
    }),
  );
}

function addDirectory(kit: GraphKit<CongressTrade>, { type }: NodeType<Politician>): void {
  const { builder, feed } = kit;
  const connection = kit.addConnection({
    name: 'Politician',
    node: type,
    description: 'A page of politicians.',
  });
  builder.queryField('politicians', (t) =>
    t.field({
      type: connection,
      description:
        'Members of Congress in the directory, and filers who are not in the directory but have a trade that the key may see. Ordered by name.',
      args: {
        search: t.arg.string({ description: 'Any part of the name. Case does not matter.' }),
        chamber: t.arg({ type: kit.typeOf(feed.leaf('chamber')), description: 'Only of this chamber.' }),
        party: t.arg({ type: kit.typeOf(feed.leaf('party')), description: 'Only of this party.' }),
        ...kit.pageArgs(t.arg),
      },
      ...kit.computedCost(() => BY_NAME, queryOf),
      resolve(_, args, context) {
        const query = queryOf(args);
        const list: ComputedList<Politician> = {
          order: BY_NAME,
          args,
          window: kit.windowOf(context, null),
          read: (span, reader, view) => reader.politicians.directory({ ...span, ...query }, view),
        };
        return kit.computed(list, context);
      },
    }),
  );
}

const MAX_SEARCH = 500;

/** Throws INVALID_PARAMETER for what names nothing. */
function queryOf({ search, chamber, party }: Readonly<Record<string, unknown>>) {
  const fault = typeof search === 'string' ? textFault(search, MAX_SEARCH) : null;
  if (fault !== null) throw invalidParameter('search', search, fault);
  return {
    search: (search ?? undefined) as string | undefined, // by its type in the schema
    chamber: wordOf('chamber', chamber, CHAMBERS),
    party: wordOf('party', party, PARTIES),
  };
}

/** Null for a word from when the field of trades was free text. */
const wordIn = (words: readonly string[], word: string | null): string | null =>
  words.find((one) => one === word) ?? null;

function wordOf(param: string, value: unknown, words: readonly string[]): string | undefined {
  if (value === null || value === undefined) return undefined;
  const word = words.find((one) => one.toLowerCase() === String(value).toLowerCase());
  if (word === undefined) throw invalidParameter(param, value, `one of ${words.join(', ')}`);
  return word;
}

const kebabCase = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}|['’.]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
