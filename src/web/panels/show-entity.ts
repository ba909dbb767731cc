import type { Page } from '../data/page.ts';
import type { Entity } from '../data/state.ts';
import { linePointsOf } from './entity-chart.tsx';

/** What the rows of an entity are called. */
const ROWS: Readonly<Record<Entity['__typename'], string>> = {
  Politician: 'Trades',
  Whale: 'Activity',
  Strategy: 'Signals',
  PredictionMarket: '',
};
const ABOUT: Readonly<Record<Entity['__typename'], string>> = {
  Politician: 'Committees',
  Whale: 'Open positions',
  Strategy: '',
  PredictionMarket: 'Outcomes and rules',
};

/** Shows the panels that have something in them, and says so where there is no such entity. `word`: what it would be. */
export function showEntity(page: Page, word: string): void {
  const section = (name: string) => document.querySelector<HTMLElement>(`[data-panel="${name}"]`);
  const nothing = document.querySelector<HTMLElement>('.nothing-known');
  const show = () => {
    const { entity, tier, hasKey } = page.state.get();
    const isAbsent = tier !== null && entity === null;
    const has: Readonly<Record<string, string | null>> = {
      chart:
        entity && linePointsOf(entity).length > 1
          ? entity.__typename === 'Strategy'
            ? 'Results'
            : 'Odds'
          : null,
      about: entity && hasAbout(entity) ? ABOUT[entity.__typename] : null,
      // Its place is kept while it is read; without a key it says how to see them.
      rows: entity ? ROWS[entity.__typename] || null : isAbsent ? null : 'Rows',
    };
    for (const [name, title] of Object.entries(has)) {
      const panel = section(name);
      if (!panel) continue;
      panel.hidden = title === null;
      const head = panel.querySelector('h2');
      if (head && title !== null) head.textContent = title;
    }
    if (!nothing) return;
    nothing.hidden = !isAbsent || !hasKey;
    nothing.textContent = `There is no such ${word} within the window of this key.`;
  };
  page.state.subscribe(show);
  show();
}

function hasAbout(entity: Entity): boolean {
  switch (entity.__typename) {
    case 'Politician':
      return (entity.committees?.length ?? 0) > 0;
    case 'Whale':
      return (entity.positions.nodes?.length ?? 0) > 0;
    case 'PredictionMarket':
      return (entity.outcomes?.length ?? 0) > 0 || entity.rules !== null;
    case 'Strategy':
      return false;
  }
}
