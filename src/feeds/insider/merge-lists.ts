import type { InsiderFiling } from './feed.ts';

type Owners = InsiderFiling['reporting_owners'];
type Footnotes = InsiderFiling['footnotes'];

/** The owners of the better source, each with what the other one alone says of him. */
export function mergeOwners(better: Owners, other: Owners): Owners {
  if (better === null || other === null) return better ?? other;
  return better.map((owner) => {
    const same = owner.cik === null ? undefined : other.find(({ cik }) => cik === owner.cik);
    return same === undefined ? owner : { ...same, ...stated(owner) };
  });
}

/** All footnotes of both; a text that one of them has, and the field where one of them knows it. */
export function mergeFootnotes(better: Footnotes, other: Footnotes): Footnotes {
  if (better === null || other === null) return better ?? other;
  const all = [...better, ...other];
  const textOf = (id: string) => all.find((one) => one.id === id && one.text !== null)?.text ?? null;
  const distinct = new Map(all.map(({ field, id }) => [JSON.stringify([field, id]), { field, id }]));
  return [...distinct.values()]
    .filter((one) => one.field !== null || !all.some(({ field, id }) => field !== null && id === one.id))
    .map((one) => ({ ...one, text: textOf(one.id) }));
}

/** Without the members that are null. */
function stated<T extends object>(entry: T): Partial<T> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) as Partial<T>;
}
