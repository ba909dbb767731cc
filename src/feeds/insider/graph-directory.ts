import { textFault } from '../../feed/text.ts';
import {
  type ComputedArgs,
  type ComputedList,
  type GraphKit,
  type Insider,
  invalidParameter,
  type NodeType,
  type Reader,
  showing,
  type View,
} from '../../graphql/schema/builder.ts';
import type { InsiderFiling } from './feed.ts';

const SORTS = ['total_buy_value', 'total_sell_value', 'filing_count', 'name'] as const;
type Sort = (typeof SORTS)[number];

/** The insiders, the way from a filing to its insider and back. */
export function addDirectory(kit: GraphKit<InsiderFiling>): NodeType<Insider> {
  const { builder, feed, costing } = kit;
  const insider = kit.addNode<Insider>(
    'Insider',
    'Someone who files with the SEC, with totals over all filings that the key may see. The directory has insiders with a transaction. `insider` also finds insiders whose forms report only holdings.',
    ({ slug }) => slug,
    insidersOf,
  );
  builder.objectFields(insider.type, (t) => ({
    slug: t.exposeString('slug', { description: 'Stable identifier in the directory.' }),
    name: t.exposeString('name', { description: 'Name, surname first as filed.' }),
    filingCount: t.exposeInt('filing_count', { description: 'Number of transactions on record.' }),
    totalBuyValue: t.exposeFloat('total_buy_value', { description: 'Sum of purchases. Unit: USD.' }),
    totalSellValue: t.exposeFloat('total_sell_value', { description: 'Sum of sales. Unit: USD.' }),
  }));
  kit.addRows(insider.type, 'filings', {
    description: 'Transactions of the insider.',
    by: feed.leaf('insider_slug'),
    key: ({ slug }) => slug,
  });
  builder.objectField(kit.type, 'insiderSlug', (t) =>
    t.string({
      nullable: true,
      description:
        'The `slug` of the insider, without the cost of reading the insider. Null when the filing names no owner.',
      ...showing(feed.leaf('insider_slug')),
      resolve: ({ insider_slug }) => insider_slug,
    }),
  );
  builder.objectField(kit.type, 'insider', (t) =>
    t.field({
      type: insider.type,
      nullable: true,
      description: 'The insider who filed. Null when the filing names no owner.',
      ...costing({ kind: 'one' }),
      resolve: (filing, _, context) =>
        filing.insider_slug === null ? null : insider.load(filing.insider_slug, context),
    }),
  );

  const connection = kit.addConnection({
    name: 'Insider',
    node: insider.type,
    description: 'A page of insiders.',
  });
  const order = kit.orderOf('Insider', SORTS);
  builder.queryField('insiders', (t) =>
    t.field({
      type: connection,
      description: 'The directory of insiders. Default order: those who bought most first.',
      args: {
        search: t.arg.string({ description: 'Any part of the name. Case does not matter.' }),
        orderBy: t.arg({ type: order, description: 'Order of the insiders.' }),
        ...kit.pageArgs(t.arg),
      },
      ...kit.computedCost(orderOf, ({ search }) => searchOf(search as string | null | undefined)),
      resolve(_, args, context) {
        const search = searchOf(args.search);
        const { field: sort, direction, type } = orderOf(args);
        const list: ComputedList<Insider> = {
          order: { type, field: sort, direction },
          args,
          window: kit.windowOf(context, null),
          read: (span, reader, view) => reader.insiders.directory({ ...span, search, sort, direction }, view),
        };
        return kit.computed(list, context);
      },
    }),
  );
  return insider;
}

/** Those with a filing in view, else those who hold something by a form that is. */
async function insidersOf(slugs: readonly string[], reader: Reader, view: View) {
  const known = await reader.insiders.insiders(slugs, view);
  const others = slugs.filter((_, at) => known[at] === null);
  // By a snapshot holdings are not kept as they were.
  if (others.length === 0 || view.heads) return known;
  const names = await reader.holdings.names(others, view);
  const holders = new Map(others.map((slug, at) => [slug, names[at] ?? null]));
  return slugs.map((slug, at): Insider | null => {
    const name = holders.get(slug) ?? null;
    if (name === null) return known[at] ?? null;
    return { slug, name, filing_count: 0, total_buy_value: 0, total_sell_value: 0 };
  });
}

function orderOf({ orderBy }: ComputedArgs) {
  const field = (orderBy?.field ?? 'total_buy_value') as Sort; // the enum has these values only
  return { type: 'Insider', field, direction: orderBy?.direction ?? 'desc' } as const;
}

const MAX_SEARCH = 500;

function searchOf(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  const fault = textFault(text, MAX_SEARCH);
  if (fault === null) return text;
  throw invalidParameter('search', text, fault);
}
