import { ENTITIES, type EntityKind } from '../data/entities.ts';
import { MOMENT } from '../data/moment.ts';
import type { Page } from '../data/page.ts';
import { viewOf } from './views.ts';

/** Shows the panels that have something in them, and says so where there is no such entity. */
export function showEntity(page: Page, kind: EntityKind): void {
  const { chart, about, rows } = viewOf(kind);
  const kept = (rows?.isOptional ? null : rows?.title) ?? chart?.title ?? '';
  const section = (name: string) => document.querySelector<HTMLElement>(`[data-panel="${name}"]`);
  const nothing = document.querySelector<HTMLElement>('.nothing-known');
  const show = () => {
    const { entity, tier, hasKey } = page.state.get();
    const isAbsent = tier !== null && entity === null;
    const has: Readonly<Record<string, string | null | undefined>> = {
      chart:
        entity &&
        chart &&
        (chart.pointsOf(entity).length > 1 || (tier?.historyDays != null && chart.beyondHistory?.(entity)))
          ? (chart.titleOf?.(entity) ?? chart.title)
          : null,
      about: entity && about?.isIn(entity) ? (about.titleOf?.(entity) ?? about.title) : null,
      // Its place is kept while it is read; without a key it says how to see them.
      rows: entity
        ? rows?.isOptional && rows.rowsOf(entity).length === 0
          ? null
          : rows?.title
        : isAbsent
          ? null
          : kept,
    };
    for (const [name, title] of Object.entries(has)) {
      const panel = section(name);
      if (!panel) continue;
      panel.hidden = !title;
      const head = panel.querySelector('h2');
      if (head && title) head.textContent = title;
    }
    if (!nothing) return;
    nothing.hidden = !isAbsent || !hasKey;
    const { word } = ENTITIES[kind];
    nothing.textContent =
      MOMENT === null
        ? `There is no such ${word}${tier?.historyDays == null ? '' : ' within the window of this key'}.`
        : `There was no such ${word} at that time, it was not recorded yet, or the time is before the window of this key.`;
  };
  page.state.subscribe(show);
  show();
}
