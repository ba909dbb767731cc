import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { CalibrationTable } from '../app/calibrate.ts';
import type { CommandContext } from './context.ts';
import type { Output } from './output.ts';

interface CalibrateOptions {
  readonly data?: string;
  readonly into?: string;
}

/** `calibrate <engine>` */
export function addCalibrateCommand(program: Command, context: CommandContext): void {
  program
    .command('calibrate')
    .description('compare what an engine predicted with what happened, as tables in Markdown')
    .argument('<engine>', 'reversals, strategies, outperformance or scorecards')
    .option('--data <folder>', 'use the sample files in this folder instead of the store')
    .option('--into <page>', 'replace the tables in this Markdown page')
    .action(async (engine: string, { data, into }: CalibrateOptions) => {
      const show = (tables: readonly CalibrationTable[], output: Output) => {
        if (into !== undefined) writeFileSync(into, withTables(readFileSync(into, 'utf8'), tables));
        output.result(tables, () => (into === undefined ? markdownOf(tables) : `wrote ${into}`));
      };
      if (data !== undefined) show(await context.calibrateFiles(engine, data), context.output());
      else
        await context.withServices(async (services, _config, output) =>
          show(await context.calibrateStore(engine, services), output),
        );
    });
}

/** The tables below each other, each under its title. */
export const markdownOf = (tables: readonly CalibrationTable[]): string =>
  tables
    .map(({ title, columns, rows }) => {
      const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
      return `${title}:\n\n${lines.join('\n')}`;
    })
    .join('\n\n');

/** Between these lines of a page stand its tables. */
const BEGIN = '<!-- tables: calibrate -->\n';
const END = '\n<!-- end of tables -->';

/** The page with these tables in place of those it has. */
export function withTables(page: string, tables: readonly CalibrationTable[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the page has no lines "${BEGIN.trim()}" and "${END.trim()}"`);
  return `${page.slice(0, from + BEGIN.length)}\n${markdownOf(tables)}\n${page.slice(to)}`;
}
