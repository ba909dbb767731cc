import type { Legislator, StatedName } from './legislator.ts';
import { plainWords } from './name-words.ts';

/** The words that filers are compared with; null without a first or a last name. */
export function namesOf(name: StatedName): Legislator['names'] | null {
  const surname = plainWords(name.last ?? '');
  const first = plainWords(name.first ?? '');
  if (surname.length === 0 || first.length === 0) return null;
  const middle = plainWords(name.middle ?? '');
  const nickname = plainWords(name.nickname ?? '');
  const official = plainWords(name.official ?? '').join(' ');
  const end = official.lastIndexOf(surname.join(' '));
  const before = end < 0 ? [] : plainWords(official.slice(0, end));
  return {
    surname,
    given: [...new Set([...first, ...middle, ...nickname, ...before])],
    suffix: plainWords(name.suffix ?? '')[0] ?? null,
    isComplete: middle.length > 0,
  };
}

/** The official name; members who left long ago have none, and their parts are put together. */
export function officialName(name: StatedName): string {
  const parts = [name.nickname ?? name.first, name.last].filter((part) => part !== null).join(' ');
  return name.official ?? (name.suffix === null ? parts : `${parts}, ${name.suffix}`);
}
