import type { ComponentChildren } from 'preact';
import { Figure } from '../ui/figure.tsx';
import { count, short } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import type { Usage, Used } from './api.ts';

type Share = Used & { readonly id: string; readonly name: ComponentChildren };

const SHARES: readonly Column<Share>[] = [
  {
    title: 'Requests',
    isFigure: true,
    chars: 9,
    cell: ({ requests }) => <Figure value={requests} format={short} />,
  },
  { title: 'Units', isFigure: true, chars: 9, cell: ({ units }) => <Figure value={units} format={short} /> },
];

const OF_KEYS: readonly Column<Share>[] = [
  { title: 'Key', isWhole: true, cell: ({ name }) => name },
  ...SHARES,
];
const OF_ROUTES: readonly Column<Share>[] = [
  {
    title: 'Route',
    help: 'Streams and alerts take units for what they deliver',
    isWhole: true,
    cell: ({ name }) => name,
  },
  ...SHARES,
];

/** What no route of its own has a template for. */
const DELIVERIES: Readonly<Record<string, string>> = { streams: 'Live streams', alerts: 'Alerts' };

/** Which key and which route took what in the last 30 days; nothing while there was no request. */
export function UsageShares({ usage }: { readonly usage: Usage | null }) {
  if (!usage || usage.by_route.length === 0) return null;
  const { by_key, by_route } = usage;
  const keys = by_key.map((one) => ({
    ...one,
    name: (
      <>
        {one.name} <span class="more unbroken">…{one.last4}</span>
      </>
    ),
  }));
  const routes = by_route.map((one) => ({
    ...one,
    id: one.route,
    name: DELIVERIES[one.route] ?? one.route,
  }));
  return (
    <section class="panel shares" aria-labelledby="shares">
      <h2 id="shares">Usage by key and route, last {count(usage.days.length)} days</h2>
      <div class="body">
        <Table label="Usage by key" columns={OF_KEYS} rows={keys} />
        <Table label="Usage by route" columns={OF_ROUTES} rows={routes} />
      </div>
    </section>
  );
}
