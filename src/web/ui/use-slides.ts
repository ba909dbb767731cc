import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Row } from '../data/rows.ts';

const SLIDE = { duration: 350, easing: 'ease-out' } as const;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Lets rows of a table body slide to where they are now from where they were. Places have one height and do not move. */
export function useSlides(rows: readonly Row[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const places = useRef<ReadonlyMap<string, number>>(new Map());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map(rows.map(({ id }, place) => [id, place]));
    const element = body.current;
    if (!element || before.size === 0 || calm.matches) return;
    const height = element.rows[0]?.offsetHeight ?? 0;
    rows.forEach(({ id }, place) => {
      const from = before.get(id);
      if (from === undefined || from === place) return;
      const start = `translateY(${(from - place) * height}px)`;
      element.rows[place]?.animate([{ transform: start }, { transform: 'none' }], SLIDE);
    });
  }, [rows]);
  return body;
}
