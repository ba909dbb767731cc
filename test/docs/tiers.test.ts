import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { startApp } from '../support/app.ts';

/** Cells of the rows of the first table below a text. */
function tableBehind(page: string, text: string): readonly (readonly string[])[] {
  const [table = ''] = /\n\|[\s\S]*?\n\n/.exec(page.slice(page.indexOf(text))) ?? [];
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the table of docs/tiers.md is that of the tiers', () => {
  const number = (value: number) => value.toLocaleString('en');
  const wanted = DEFAULT_TIERS.map((tier) => [
    tier.name,
    tier.price ?? '',
    number(tier.requestsPerDay),
    number(tier.requestsPerMinute),
    tier.historyDays === null ? 'all' : `${tier.historyDays} days`,
    tier.insiderLagHours === 0 ? 'at once' : `${tier.insiderLagHours} hours late`,
    number(tier.streamsPerKey),
    number(tier.streamsPerSocket),
    number(tier.alertsPerKey),
  ]);
  expect(tableBehind(readFileSync('docs/tiers.md', 'utf8'), '# Tiers')).toEqual(wanted);
});

test('docs/upgrading.md has whatever is deprecated', async () => {
  const app = await startApp();
  const answer = await fetch(`${app.url}/api/changes`);
  const { changes } = (await answer.json()) as {
    readonly changes: readonly Readonly<Record<'kind' | 'title' | 'on' | 'sunset', string>>[];
  };
  await app.stop();
  const deprecated = changes.filter(({ kind }) => kind === 'deprecation');
  const rows = tableBehind(readFileSync('docs/upgrading.md', 'utf8'), 'What is deprecated now');
  expect(rows.map(([what, since, sunset]) => [`Deprecated: ${what}`.toLowerCase(), since, sunset])).toEqual(
    deprecated.map(({ title, on, sunset }) => [title.toLowerCase(), on, sunset]),
  );
});
