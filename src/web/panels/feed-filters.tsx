import { useState } from 'preact/hooks';
import type { FilterField } from '../data/declaration.ts';
import {
  addressWith,
  type Condition,
  type FeedQuery,
  type PagedFeed,
  PLACES,
  tabOf,
  valuesOf,
} from '../data/feed-query.ts';
import { fieldName, isOffered } from '../data/field-names.ts';
import { MOMENT } from '../data/moment.ts';
import { count } from '../ui/format.ts';
import { KeyActions, PAST } from '../ui/keyless.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { OFFERS } from './feed-offers.ts';
import { choicesOf, noneOf, valueWord } from './feed-words.ts';

/** What can be said of a field, by its kind; the first is offered. */
const OPS: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^(Float|Int)$/, { gte: '≥', lte: '≤', eq: '=' }],
  [/^(DateTime|LocalDateTime|Date)$/, { within: 'within the last', gte: 'from', lte: 'until' }],
  [/^Text$/, { contains: 'contains', eq: 'is' }],
];
const IS = { eq: 'is' };
const SPANS: Readonly<Record<string, string>> = {
  P1D: 'day',
  P7D: '7 days',
  P30D: '30 days',
  P90D: '90 days',
  P365D: 'year',
};

const opsOf = ({ kind, words: set }: Omit<FilterField, 'name'>) =>
  set !== null ? IS : (OPS.find(([of]) => of.test(kind))?.[1] ?? IS);

/** The conditions of the address as chips, and a way to add one, of all fields that the feed declares. */
export function FeedFilters({
  name,
  query,
  fields,
}: {
  readonly name: PagedFeed;
  readonly query: FeedQuery;
  readonly fields: readonly FilterField[];
}) {
  const hasKey = usePageState((state) => state.hasKey);
  // What a tab says needs no chip.
  const tabbed = tabOf(name, query) === null ? undefined : PLACES[name].tabs?.field;
  const chipped = query.conditions.filter(({ field }) => field !== tabbed);
  return (
    // One element: what the page had here before is replaced as a whole.
    <div class="slot">
      {!hasKey && (
        <div class="chips offer">
          <p class="more">{MOMENT === null ? OFFERS[name] : PAST}</p>
          <KeyActions />
        </div>
      )}
      <div class="chips">
        {chipped.map((condition) => (
          <a
            key={`${condition.field}.${condition.op}`}
            class="chip"
            href={addressWith(name, {
              ...query,
              conditions: query.conditions.filter((one) => one !== condition),
            })}
            aria-label={`Remove the filter: ${said(name, condition, fields)}`}
          >
            {said(name, condition, fields)} <span aria-hidden="true">×</span>
          </a>
        ))}
        <Adding
          name={name}
          fields={fields.filter((field) => isOffered(name, field.name))}
          onAdd={(condition) =>
            location.assign(addressWith(name, { ...query, conditions: [...query.conditions, condition] }))
          }
        />
      </div>
    </div>
  );
}

function said(feed: PagedFeed, condition: Condition, fields: readonly FilterField[]): string {
  const { field, op, value } = condition;
  const title = fieldName(feed, field);
  const known = fields.find(({ name }) => name === field);
  if (op === 'isNull') return value === 'true' ? noneOf(feed, field) : `${title} is given`;
  const ops: Readonly<Record<string, string>> = { in: 'is', lt: 'before', ...(known ? opsOf(known) : IS) };
  const isDollars = DOLLARS.test(field);
  const textOf = (one: string): string => {
    if (op === 'within') return SPANS[one] ?? one;
    if (isDollars) return inDollars(one);
    return op === 'eq' || op === 'in' ? valueWord(feed, field, one, known?.words != null) : one;
  };
  const name = isDollars ? title.replace(/, (lower|upper) bound$/, '') : title;
  return `${name} ${ops[op] ?? op} ${valuesOf(condition).map(textOf).join(' or ')}`;
}

/** Fields in US dollars in every feed that has them; the bounds of an amount are read as the amount. */
const DOLLARS = /^(amountLow|amountHigh|value|marketCap)$/;

/** `1001` → `$1,001`; what is no number stays. */
const inDollars = (text: string): string =>
  text === '' || Number.isNaN(Number(text)) ? text : `$${count(Number(text))}`;

function Adding({
  name: feed,
  fields,
  onAdd,
}: {
  readonly name: PagedFeed;
  readonly fields: readonly FilterField[];
  readonly onAdd: (condition: Condition) => void;
}) {
  const [name, setName] = useState('');
  const declared = fields.find((one) => one.name === name);
  const field = declared && { ...declared, words: declared.words ?? choicesOf(feed, name) };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement); // it is on the form alone
    const value = String(form.get('value') ?? '').trim();
    if (field && value !== '') onAdd({ field: field.name, op: String(form.get('op') ?? 'eq'), value });
  };
  return (
    <form class="adding" onSubmit={add}>
      <select
        aria-label="Filter by"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      >
        <option value="">+ Filter</option>
        {fields.map((one) => (
          <option key={one.name} value={one.name}>
            {fieldName(feed, one.name)}
          </option>
        ))}
      </select>
      {field && (
        <>
          <select key={`${name} op`} name="op" aria-label="Condition">
            {Object.entries(opsOf(field)).map(([op, text]) => (
              <option key={op} value={op}>
                {text}
              </option>
            ))}
          </select>
          <Value key={name} feed={feed} field={field} />
          <button type="submit">Add</button>
        </>
      )}
    </form>
  );
}

function Value(props: { readonly feed: PagedFeed; readonly field: FilterField }) {
  const { feed, field } = props;
  const { name, kind, words: set } = field;
  const choices =
    set ?? (kind === 'Boolean' ? ['true', 'false'] : /Date/.test(kind) ? Object.keys(SPANS) : null);
  if (choices === null)
    return (
      <input
        name="value"
        aria-label="Value"
        inputMode={/Float|Int/.test(kind) ? 'decimal' : 'text'}
        required
      />
    );
  if (/Date/.test(kind))
    return (
      <>
        <input name="value" aria-label="Value" list="spans" placeholder="P7D or 2026-03-01" required />
        <datalist id="spans">
          {choices.map((one) => (
            <option key={one} value={one}>
              {SPANS[one]}
            </option>
          ))}
        </datalist>
      </>
    );
  return (
    <select name="value" aria-label="Value">
      {choices.map((one) => (
        <option key={one} value={one}>
          {valueWord(feed, name, one, true)}
        </option>
      ))}
    </select>
  );
}
