/**
 * English short forms that are no beginning of the full name (those, `Ben` and `Benjamin`, need no table). A line is
 * one group: any two of its names may be one person's.
 */
const SHORT_FORMS = `
  anthony tony
  bernardo bernard bernie
  charles chuck charlie
  david dave
  edward ed ted ned
  elizabeth liz beth betsy
  gerald gerry jerry
  jacklyn jacquelyn jacky jackie
  james jim jimmy
  john jack
  joseph joe
  katherine kathy katie kate
  michael mike
  richard rick dick
  robert bob bobby
  suzanne suzan susie
  theodore ted
  thomas tom tommy
  virginia ginny
  william bill billy`;

const GROUPS = SHORT_FORMS.trim()
  .split('\n')
  .map((line) => new Set(line.trim().split(' ')));

/** Whether two given names can be the same person's: equal, a short form, or the beginning of the other. */
export function sameGivenName(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= 3 && long.startsWith(short)) return true;
  return GROUPS.some((group) => group.has(one) && group.has(other));
}
