import { EntityPageDocument } from '../../schema/operations/generated/graphql.ts';
import { ENTITIES, type EntityKind } from './data/entities.ts';
import { MOMENT } from './data/moment.ts';
import { createPage } from './data/page.ts';
import type { PagePlan } from './data/plan.ts';
import { globalId, type Row } from './data/rows.ts';
import type { Entity } from './data/state.ts';
import { EntityAbout } from './panels/entity-about.tsx';
import { EntityChart } from './panels/entity-chart.tsx';
import { EntityHead, titleOf } from './panels/entity-head.tsx';
import { EntityRows } from './panels/entity-rows.tsx';
import { showEntity } from './panels/show-entity.ts';
import { Caller } from './ui/caller.tsx';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const [, asked = '', keyInPath = ''] = location.pathname.split('/');
const kind = asked as EntityKind; // the server serves this page for these alone
const key = decodeURIComponent(keyInPath);
const { type, feed, word } = ENTITIES[kind];

const rowsIn = (entity: Entity): readonly Row[] | null => {
  if (entity.__typename === 'Politician') return entity.trades.nodes;
  if (entity.__typename === 'Whale') return entity.activity.nodes;
  return entity.__typename === 'Strategy' ? entity.signalsOf.nodes : null;
};

/** Ids below a moment are of that moment. */
const idOf = (of: string): string =>
  globalId(MOMENT?.asOf === undefined ? type : `${type}@${Date.parse(MOMENT.asOf)}`, of);

const PLAN: PagePlan = {
  units: 2,
  // Its open feed does not know whose rows they are.
  uses: feed === null ? [] : [{ name: feed, max: 100, params: null, follow: null }],
  async read(client) {
    const { data, ...answer } = await client.query(EntityPageDocument, { id: idOf(key) });
    const entity = data.node?.__typename === type ? (data.node as Entity) : null; // of the types in the document
    document.title = `${entity ? titleOf(entity) : key} · Alpha Data`;
    return {
      ...answer,
      data: {
        tier: data.viewer.tier,
        rows: feed === null ? {} : { [feed]: entity ? rowsIn(entity) : [] },
        cursors: {},
        rest: { entity },
      },
    };
  },
};

document.title = `${key} · Alpha Data`;
const page = createPage(PLAN);
showEntity(page, word);
fillSlots(page, {
  search: <SymbolSearch />,
  caller: <Caller />,
  strip: <Strip />,
  headline: <EntityHead shownKey={key} />,
  chart: <EntityChart />,
  about: <EntityAbout />,
  rows: <EntityRows />,
});
page.start();
