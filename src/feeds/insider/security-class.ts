/** What kind of security a title names. */
export const SECURITY_CLASSES = [
  'common',
  'preferred',
  'depositary',
  'unit',
  'warrant',
  'right',
  'option',
  'note',
  'award',
  'contract',
  'other',
] as const;

export type SecurityClass = (typeof SECURITY_CLASSES)[number];

/**
 * The class of a security by its title as filed; null without one. Titles are free text of at most 60 characters, so the rule
 * looks for words and for the ways they are misspelled, in this order, and the first that is found decides:
 *
 * | class | words |
 * |---|---|
 * | option | option |
 * | warrant | warrant |
 * | note | note, debenture, bond, term loan, debt |
 * | contract | swap, forward sale or purchase, prepaid variable, collar |
 * | award | restricted, phantom, performance or deferred stock and units, appreciation right, dividend equivalent, plan … |
 * | right | subscription rights, a right to something, rights at the end |
 * | option | right to buy, purchase or acquire behind the name of a security |
 * | depositary | depositary, ADS, ADR |
 * | preferred | preferred, preference |
 * | common | common stock and shares, ordinary, capital stock; in Table I common units |
 * | unit | unit, interest, LLC, partnership |
 * | common | share, stock |
 *
 * What has none of these words (`See Remark`, the name of a person) is `other`. What becomes of every title in the samples
 * stands in docs/security-titles.md.
 */
export function securityClassOf(title: string | null, table: 'I' | 'II' | null): SecurityClass | null {
  if (title === null) return null;
  const words = title.replaceAll('_', ' ');
  if (table !== 'II' && PARTNERSHIP_STOCK.test(words)) return 'common';
  return RULES.find(([, rule]) => rule.test(words))?.[0] ?? 'other';
}

/** The common units of a listed partnership are what common stock is elsewhere; in Table II they are those of a subsidiary. */
const PARTNERSHIP_STOCK = /^common units?($| \(| - | no | represent)/i;

const RULES: readonly (readonly [SecurityClass, RegExp])[] = [
  ['option', /option(?! care)|optons|optino/i], // Option Care Health is a company
  ['warrant', /\bwarr+[ae]nr?ts?\b/i],
  [
    'note',
    /notes?\b|\bnoes\b|debenture|\bbonds?\b|\b(term|bridge|convertible) loan|\bdebt\b|convertible obligation|credit agr/i,
  ],
  ['contract', /\bswaps?\b|\bforward (sale|purchase|contract)|prepaid variable|\bcollars?\b/i],
  [
    'award',
    /restri?c?t?ed ?(stock|stk|share|unit|phantom|class)|\bre?st\. stock|phantom|hypothetical|notional/i,
  ],
  [
    'award',
    /deferr|performance[ -]*(based|vest|stock|share|unit|rig|common|restr)|incentive|appreciat|equivalents?\b|equiv\.|thrift|profits interest/i,
  ],
  [
    'award',
    /(stock|share) ?(units?|credits?|tracking)|\bltip\b|\bawards?\b|\bgrants?$|director.*fees|^plan units$/i,
  ],
  ['award', /\b(r|d|p|pr)s[ua]'?s?\b|\b(so)?sars?\b|^sep$/i],
  ['right', /subscription right|^(contractual )?rights? to|\brights?$/i],
  ['option', /rights? (to|ot) (buy|purchase|acquire|sell)|right-to-buy/i],
  ['depositary', /deposit[ao]ry|\bad[sr]s?\b/i],
  ['preferred', /\bpref(erred(?! bank| apartment)|erence|\.)?\b|\bpfd\b/i], // these two are companies
  ['common', /\bcom(mon|m?\.?) (voting )?(stock|stk|stcck|shares?)\b|^common$|ordinary|capital stock/i],
  ['unit', /\bunits?\b|\binterests?\b|\bllc\b|\bl\.?p\.?$|partnership/i],
  ['common', /\bcommon\b|\bshares?\b|\bstock\b|\bstk\b/i],
];
