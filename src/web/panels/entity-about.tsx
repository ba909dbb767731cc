import type { EntityOf } from '../data/state.ts';
import { Text } from '../ui/cells.tsx';
import { Figure } from '../ui/figure.tsx';
import { money, price, share, short } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';

/** What is known of an entity beside its rows. */
export function EntityAbout() {
  const entity = usePageState((state) => state.entity);
  switch (entity?.__typename) {
    case 'Politician':
      return <Committees of={entity} />;
    case 'Whale':
      return <Positions of={entity} />;
    case 'PredictionMarket':
      return <Terms of={entity} />;
    default:
      return null;
  }
}

function Committees({ of: { committees } }: { readonly of: EntityOf<'Politician'> }) {
  return (
    <ul class="body facts-list">
      {committees?.map(({ name, role, parent }) => (
        <li key={`${parent} ${name}`}>
          {parent !== null && <span class="more">{parent}: </span>}
          {name}
          {role !== 'Member' && <b> {role}</b>}
        </li>
      ))}
    </ul>
  );
}

type Position = NonNullable<EntityOf<'Whale'>['positions']['nodes']>[number] & { readonly id: string };

const POSITIONS: readonly Column<Position>[] = [
  { title: 'What', cell: ({ title, outcome }) => <Text value={title} more={outcome} /> },
  {
    title: 'Size',
    help: 'In coins or shares; below nought it is short',
    isFigure: true,
    chars: 9,
    cell: ({ size }) => <Figure value={size} format={size >= 1_000 ? short : price} />,
  },
  {
    title: 'Entry',
    help: 'The average price of the entry, where the platform says it',
    isFigure: true,
    isExtra: true,
    isIn: ({ entryPrice }) => entryPrice !== null,
    chars: 10,
    cell: ({ entryPrice }) => <Figure value={entryPrice} format={price} />,
  },
  {
    title: 'Value',
    isFigure: true,
    chars: 9,
    cell: ({ value }) => <Figure value={value} format={money} unit=" USD" />,
  },
  { title: 'As of', isFigure: true, chars: 6, cell: ({ asOf }) => <Ago time={asOf} /> },
];

function Positions({ of: { positions } }: { readonly of: EntityOf<'Whale'> }) {
  const rows = (positions.nodes ?? []).map((one) => ({ ...one, id: `${one.title} ${one.outcome}` }));
  return (
    <div class="body">
      <Table label="Open positions" columns={POSITIONS} rows={rows} />
    </div>
  );
}

function Terms({ of: { outcomes, rules } }: { readonly of: EntityOf<'PredictionMarket'> }) {
  return (
    <div class="body">
      <dl class="outcomes">
        {outcomes?.map(({ name, price: odds }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Figure value={odds} format={share} />
            </dd>
          </div>
        ))}
      </dl>
      {rules !== null && <p class="said">{rules}</p>}
    </div>
  );
}
