import { ENTITIES, type EntityKind } from './data/entities.ts';
import { FEED_NAMES, type FeedName } from './data/feeds.ts';
import { MOMENT } from './data/moment.ts';
import { createPage } from './data/page.ts';
import { type FeedUse, type PagePlan, readOrThrow } from './data/plan.ts';
import { globalId } from './data/rows.ts';
import type { Entity } from './data/state.ts';
import { EntityAbout } from './entities/about.tsx';
import { EntityChart } from './entities/chart.tsx';
import { EntityHead } from './entities/head.tsx';
import { followStrategy } from './entities/older-trades.ts';
import { EntityRows } from './entities/rows.tsx';
import { showEntity } from './entities/show-entity.ts';
import { viewOf } from './entities/views.ts';
import { Caller } from './ui/caller.tsx';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const [, asked = '', keyInPath = ''] = location.pathname.split('/');
const kind = asked as EntityKind; // the server serves this page for these alone
const key = decodeURIComponent(keyInPath);
const { type, feed, nodeKey } = ENTITIES[kind];
const { query, rows, followOf, isOfRows = false, preview, isLedByRows } = viewOf(kind);

/** Ids below a moment are of that moment. */
const idOf = (of: string): string =>
  globalId(MOMENT?.asOf === undefined ? type : `${type}@${Date.parse(MOMENT.asOf)}`, of);

/** Of an open feed, until the key has answered. */
const previewOf = (name: FeedName) => ({
  name,
  max: 100,
  params: preview?.open[name]?.(key) ?? null,
  isPreview: true,
});

/** The feed that tells of the entity. */
const OWN: FeedUse = {
  ...previewOf(feed),
  // Before the first answer there is no entity, and nothing is followed.
  get follow() {
    const { entity } = page.state.get();
    return entity && followOf(entity);
  },
  rereads: !isOfRows,
  isCostly: true,
};
const OTHERS = FEED_NAMES.filter((name) => name !== feed && preview?.open[name]).map(
  (name): FeedUse => ({ ...previewOf(name), follow: null }),
);

const PLAN: PagePlan = {
  units: 2,
  uses: [OWN, ...OTHERS],
  async read(client) {
    const { data, ...answer } = await client.query(query, { id: idOf(nodeKey(key)) });
    const node = readOrThrow(data.node, answer);
    const entity = node?.__typename === type ? (node as Entity) : null; // as the query has it
    return {
      ...answer,
      data: {
        tier: data.viewer.tier,
        rows: { [feed]: (entity && rows?.rowsOf(entity)) ?? [] },
        cursors: { [feed]: data.live?.liveCursor ?? null },
        rest: { entity },
      },
    };
  },
};

document.title = 'Alpha Data'; // until its name is read
if (isLedByRows) leadByRows();
const page = createPage(PLAN);
showEntity(page, kind);
fillSlots(page, {
  search: <SymbolSearch />,
  caller: <Caller />,
  strip: <Strip isCounted={(_, name) => name === feed} />,
  headline: <EntityHead kind={kind} shownKey={key} />,
  chart: <EntityChart kind={kind} />,
  about: <EntityAbout kind={kind} />,
  rows: <EntityRows kind={kind} shownKey={key} />,
});
if (kind === 'strategy') followStrategy(page, idOf(nodeKey(key)));
page.start();

/** Moved in the document, not by its styles alone: the keyboard and readers of screens go the same way. */
function leadByRows(): void {
  const panel = document.querySelector('[data-panel="rows"]');
  const main = document.querySelector('main');
  if (panel) main?.querySelector('.headline')?.after(panel);
  main?.classList.add('led-by-rows');
}
