import type { HoldingFootnote } from '../../feed/filed-holding.ts';
import { newYorkDay } from '../../feed/new-york-time.ts';
import { textFault } from '../../feed/text.ts';
import {
  type GraphKit,
  type Insider,
  invalidParameter,
  type NodeType,
  type ObjectType,
  type Reading,
  type View,
} from '../../graphql/schema/builder.ts';
import type { InsiderFiling } from './feed.ts';
import { positionsOf } from './positions.ts';
import { heldAfter, heldBesides, type StatedHolding } from './stated-holding.ts';
import { formKey } from './trade-line.ts';

const NEWEST = { type: 'InsiderHolding', field: 'known_from', direction: 'desc' } as const;

const OF_FORM: Reading<readonly StatedHolding[]> = {
  name: 'holdings of a form',
  objects: () => 1,
  read: async (forms, reader, view) =>
    (await reader.holdings.ofForms(forms, view)).map((lines) => lines.map(heldBesides)),
};

/** Counted by what is shown of them. */
const OF_INSIDER: Reading<readonly StatedHolding[]> = {
  name: 'holdings of insiders',
  objects: () => 0,
  read: async (slugs, reader, view) =>
    (await reader.holdings.ofInsiders(slugs, view)).map(({ holdings, transactions }) => {
      const lines = [
        ...holdings.map(heldBesides),
        ...(transactions as readonly InsiderFiling[]).map(heldAfter), // records of this feed
      ];
      return positionsOf(lines, newYorkDay(momentOf(view))).toSorted((one, other) =>
        comparePlaces(placeOf(one), placeOf(other)),
      );
    }),
};

/** Where the knowledge of the view ends. */
const momentOf = ({ until, now }: View): Date => until ?? now;

const placeOf = ({ known_from, id }: StatedHolding) => ({ value: known_from.toISOString(), key: id });

function comparePlaces(one: ReturnType<typeof placeOf>, other: ReturnType<typeof placeOf>): number {
  if (one.value !== other.value) return one.value > other.value ? -1 : 1;
  return one.key === other.key ? 0 : one.key > other.key ? -1 : 1;
}

/** What insiders hold: on a form beside its transactions, and of an insider by all of his forms. */
export function addHoldings(kit: GraphKit<InsiderFiling>, insider: NodeType<Insider>): void {
  const { builder, costing } = kit;
  const holding = holdingType(kit);
  builder.objectField(kit.type, 'holdings', (t) =>
    t.field({
      type: [holding],
      nullable: true,
      description:
        'Holdings that the form reports without a transaction, in the order of the form. Forms need not list such holdings: an empty list does not mean that the insider has none. Null, with an error, when they cannot be read.',
      ...costing({ kind: 'one' }),
      resolve: async (filing, _, { loaders }) => [...(await loaders.load(OF_FORM, formKey(filing)))],
    }),
  );
  const connection = kit.addConnection({
    name: 'InsiderHolding',
    node: holding,
    description: 'A page of holdings.',
  });
  builder.objectField(insider.type, 'holdings', (t) =>
    t.field({
      type: connection,
      description:
        'What the insider holds, by the forms that the key may see: the last reported amount of each issuer, security and form of ownership, newest first. Amounts that were last reported as 0 and expired derivatives are left out.',
      args: kit.pageArgs(t.arg),
      ...kit.computedCost(
        () => NEWEST,
        () => undefined,
      ),
      resolve: ({ slug }, args, context) =>
        kit.whole({
          order: NEWEST,
          args,
          window: kit.windowOf(context, null),
          read: () => context.loaders.load(OF_INSIDER, slug),
          placeOf,
          compare: comparePlaces,
          shown: (count) =>
            context.loaders.count('holdings of an insider', JSON.stringify([slug, args]), count),
        }),
    }),
  );
  builder.queryField('insider', (t) =>
    t.field({
      type: insider.type,
      nullable: true,
      description:
        'The insider with this slug: `cik-` and the SEC number in ten digits. Null where the key sees no form of this insider.',
      args: { slug: t.arg.string({ required: true, description: 'Slug, e.g. `cik-0001214156`.' }) },
      ...costing({ kind: 'one' }),
      resolve: (_, { slug }, context) => insider.load(checked(slug), context),
    }),
  );
}

const MAX_SLUG = 500;

function checked(slug: string): string {
  const fault = textFault(slug, MAX_SLUG);
  if (fault === null) return slug;
  throw invalidParameter('slug', slug, fault);
}

function holdingType(kit: GraphKit<InsiderFiling>): ObjectType<StatedHolding> {
  const { builder, feed, enumOf } = kit;
  const footnote = builder.objectRef<HoldingFootnote>('InsiderHoldingFootnote').implement({
    description: 'A footnote of a holding.',
    fields: (t) => ({
      field: t.exposeString('field', {
        nullable: true,
        description:
          'Field of the holding that the footnote belongs to. Null where the form ties the footnote to no field.',
      }),
      number: t.exposeString('id', { description: 'Number on the form, e.g. F1.' }),
      text: t.exposeString('text', {
        nullable: true,
        description: 'Text of the footnote. Null where the source has only the number.',
      }),
    }),
  });
  return builder.objectRef<StatedHolding>('InsiderHolding').implement({
    description:
      'A holding of one security in one form of ownership, as a form 3, 4 or 5 reports it: on a line without a transaction, or after a transaction.',
    fields: (t) => ({
      companyName: t.exposeString('company_name', { nullable: true, description: 'Name of the issuer.' }),
      ticker: t.exposeString('ticker', {
        nullable: true,
        description: 'Exchange ticker of the issuer, as the form has it; null where it has none.',
      }),
      securityTable: t.expose('security_table', {
        type: enumOf(feed.leaf('security_table')),
        description: 'Table of the form: I for securities themselves, II for derivative securities.',
      }),
      securityTitle: t.exposeString('security_title', {
        nullable: true,
        description: 'Title of the security as filed; null where the form has none.',
      }),
      securityClass: t.field({
        type: enumOf(feed.leaf('security_class')),
        nullable: true,
        description: 'Kind of security, by its title; null without one.',
        resolve: ({ security_class }) => security_class,
      }),
      shares: t.exposeFloat('shares', {
        nullable: true,
        description:
          'Number of securities held. Null where the form reports only a value or only a footnote. Null also for derivative securities on a form 3, which states the number of underlying securities.',
      }),
      value: t.exposeFloat('value', {
        nullable: true,
        description: 'Value held, where the form reports the securities by value. Otherwise null. Unit: USD.',
      }),
      ownershipForm: t.expose('ownership_form', {
        type: enumOf(feed.leaf('ownership_form')),
        nullable: true,
        description:
          'Whether the securities are held directly or through others. Null where the form does not say.',
      }),
      ownershipNature: t.exposeString('ownership_nature', {
        nullable: true,
        description:
          'How the securities are held indirectly, e.g. By Trust. Null where the form does not say.',
      }),
      exercisePrice: t.exposeFloat('exercise_price', {
        nullable: true,
        description:
          'Conversion or exercise price of a derivative security. Null for other securities, and where the security has none. Unit: USD.',
      }),
      exerciseDate: t.expose('exercise_date', {
        type: 'Date',
        nullable: true,
        description: 'Day from which a derivative security can be exercised; null where the form has none.',
      }),
      expirationDate: t.expose('expiration_date', {
        type: 'Date',
        nullable: true,
        description: 'Day on which a derivative security expires; null where the form has none.',
      }),
      underlyingTitle: t.exposeString('underlying_title', {
        nullable: true,
        description:
          'Title of the security that a derivative security is exercised into. Null for other securities.',
      }),
      underlyingShares: t.exposeFloat('underlying_shares', {
        nullable: true,
        description: 'Number of underlying securities on that line; null where the form has none.',
      }),
      underlyingValue: t.exposeFloat('underlying_value', {
        nullable: true,
        description:
          'Value of the underlying securities, where the form reports them by value. Otherwise null. Unit: USD.',
      }),
      footnotes: t.field({
        type: [footnote],
        description: 'Footnotes of the line, each with the field of this type that it belongs to.',
        resolve: ({ footnotes }) => footnotes.map((one) => ({ ...one })),
      }),
      form: t.exposeString('form', {
        nullable: true,
        description: 'Type of the form: 3, 4 or 5, with /A for an amendment. Null where not known.',
      }),
      accession: t.exposeString('accession', {
        nullable: true,
        description: 'SEC accession number of the form. Null for a document without one.',
      }),
      documentUrl: t.exposeString('document_url', {
        nullable: true,
        description: "Index page of the form in EDGAR, the SEC's archive; null without an accession number.",
      }),
      statedOn: t.expose('stated_on', {
        type: 'Date',
        description:
          'Day for which the form states the holding. Form 3: the day of the event. Form 4: the day of the form. Form 5: the end of the fiscal year. An amendment has the day of the form that it amends.',
      }),
      filingDate: t.expose('filing_date', { type: 'DateTime', description: 'When the form was filed.' }),
      knownFrom: t.expose('known_from', {
        type: 'DateTime',
        description: 'Moment from which the public could know the holding.',
      }),
      knownPrecision: t.field({
        type: enumOf(feed.leaf('known_precision')),
        description: 'How exactly the source gives that moment.',
        resolve: ({ known_precision }) => known_precision,
      }),
      filing: t.field({
        type: kit.type,
        nullable: true,
        description:
          'The transaction after which the insider held this. Null where the form reports the holding without a transaction.',
        resolve: ({ filing }) => filing,
      }),
    }),
  });
}
