import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECURITY_CLASSES, securityClassOf } from '../../../src/feeds/insider/security-class.ts';
import { readTable, rowOf } from '../../../src/sources/sec/form345-rows.ts';
import { elements, nodeAt, parseOwnershipXml, textOf } from '../../../src/sources/sec/ownership-xml.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

type Table = 'I' | 'II';

describe('the class of a title', () => {
  it.each<[string, string]>([
    // Companies whose names hold words of other classes.
    ['Option Care Health, Inc. Common Stock', 'common'],
    ['Caesars Entertainment Common Stock', 'common'],
    ['Warrior Met Coal Common Stock', 'common'],
    ['Preferred Bank Common Stock', 'common'],
    ['Federal Home Loan Mortgage Common Stock', 'common'],
    ['Performance Food Group Common Stock', 'common'],
    ['Unit Corp Common Stock', 'common'],
    ['Forward Air Corporation Common Stock', 'common'],
    // As they were misspelled.
    ['Warrents (VNETNOV-1)', 'warrant'],
    ['Optino to Buy', 'option'],
    ['COMMON_STOCK', 'common'],
    ['$.01 PV Com Stk', 'common'],
    ['7.10% Series I Senior Secured Noes due December 6, 2027', 'note'],
    // What decides where a title has words of several.
    ['Common Stock (restricted stock units)', 'award'],
    ['Convertible Note - Common Stock', 'note'],
    ['Series A Preferred Depositary Shares', 'depositary'],
    ['Non-Qualified Stock Option (right to buy) with limited SAR', 'option'],
  ])('%s is %s', (title, expected) => {
    expect(securityClassOf(title, 'I')).toBe(expected);
  });

  it('of common units depends on the table; none without a title', () => {
    expect(securityClassOf('Common Units', 'I')).toBe('common');
    expect(securityClassOf('Common units representing limited partner interests', 'I')).toBe('common');
    expect(securityClassOf('Common Units', 'II')).toBe('unit');
    expect(securityClassOf(null, 'I')).toBeNull();
  });
});

describeWithSharedData('every title in the samples', 'insider', (folder) => {
  it('has the class that docs/security-titles.md says', async () => {
    const titles = new Map<string, Set<string>>();
    for await (const [table, title] of titlesIn(folder)) {
      const key = `${table} ${securityClassOf(title, table)}`;
      titles.set(key, (titles.get(key) ?? new Set()).add(title));
    }
    await expect(pageOf(titles)).toMatchFileSnapshot('../../../docs/security-titles.md');
  });
});

async function* titlesIn(folder: string): AsyncGenerator<readonly [Table, string]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of files) {
    const table = /(NON)?DERIV_(?:TRANS|HOLDING)\.tsv(?:\.gz)?$/.exec(name);
    if (table) {
      for await (const { header, line } of readTable(join(folder, name), ['SECURITY_TITLE']))
        if (line) yield [table[1] ? 'I' : 'II', rowOf(header, line).text('SECURITY_TITLE')];
    } else if (/^sec-(ownership|full-submissions).*\.(xml|txt|nc)$/.test(name)) {
      yield* titlesOf(readFileSync(join(folder, name), 'utf8'));
    }
  }
}

function* titlesOf(text: string): Generator<readonly [Table, string]> {
  const parsed = parseOwnershipXml(/<ownershipDocument[\s\S]*<\/ownershipDocument>/.exec(text)?.[0] ?? '');
  if (!parsed.ok) throw new Error('the sample is a document');
  for (const [table, name] of [
    ['I', 'nonDerivative'],
    ['II', 'derivative'],
  ] as const) {
    for (const kind of ['Transaction', 'Holding'])
      for (const node of elements(nodeAt(parsed.root, `${name}Table`), `${name}${kind}`))
        yield [table, textOf(node, 'securityTitle')];
  }
}

function pageOf(titles: ReadonlyMap<string, ReadonlySet<string>>): string {
  const sections = (['I', 'II'] as const).flatMap((table) =>
    SECURITY_CLASSES.flatMap((kind) => {
      const found = [...(titles.get(`${table} ${kind}`) ?? [])].sort();
      return found.length === 0 ? [] : [`### ${kind} (${found.length})`, found.join(' · ')];
    }).toSpliced(0, 0, `## Table ${table}`),
  );
  return `${[
    '# Titles of securities',
    'What [security-class.ts](../src/feeds/insider/security-class.ts) makes of every distinct title of a transaction or holding in the\nsample filings, by table of the form. Written by `npx vitest run test/feeds/insider/security-class -u`.',
    ...sections,
  ].join('\n\n')}\n`;
}
