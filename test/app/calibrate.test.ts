import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calibrateFiles } from '../../src/app/calibrate.ts';
import { markdownOf, withTables } from '../../src/cli/calibrate.ts';
import { calibrations } from '../../src/engines/calibrations/index.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

describeWithSharedData('calibrate', 'README.md', (file) => {
  const folder = dirname(file);

  it.each(calibrations.map(({ name }) => name))(
    '%s: its page has the tables that the command makes',
    async (name) => {
      const page = readFileSync(`docs/methodology/${name}.md`, 'utf8');
      expect(withTables(page, await calibrateFiles(name, folder))).toBe(page);
    },
  );

  it('prints them on the command line, as JSON too', async () => {
    const tables = await calibrateFiles('strategies', folder);
    const alpha = (...args: string[]) =>
      execFileSync('node', ['src/main.ts', ...args], { encoding: 'utf8', stdio: 'pipe' });
    expect(alpha('calibrate', 'strategies', '--data', folder)).toBe(`${markdownOf(tables)}\n`);
    expect(JSON.parse(alpha('--json', 'calibrate', 'strategies', '--data', folder))).toEqual(tables);
  });

  it('says what there is for an engine that has none, and for a folder without its files', async () => {
    await expect(calibrateFiles('whales', folder)).rejects.toThrow(
      'there is no calibration of "whales"; there are reversals, strategies, outperformance, scorecards',
    );
    await expect(calibrateFiles('reversals', 'docs')).rejects.toThrow('docs holds none of mre/');
  });
});

describe('tables of a page', () => {
  it('stand between its two lines', () => {
    const page = 'before\n<!-- tables: calibrate -->\n\nold\n\n<!-- end of tables -->\nbehind\n';
    const tables = [{ title: 'T', columns: ['a', 'b'], rows: [['1', '2']] }];
    const written = withTables(page, tables);
    expect(written).toBe(
      'before\n<!-- tables: calibrate -->\n\nT:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n<!-- end of tables -->\nbehind\n',
    );
    expect(withTables(written, tables)).toBe(written);
    expect(() => withTables('no lines', tables)).toThrow('the page has no lines');
  });
});
