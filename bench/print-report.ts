import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Figure, verdictOf } from './case.ts';
import type { BenchReport } from './report.ts';

const figuresOf = ({ cases }: BenchReport): readonly Figure[] => cases.flatMap(({ figures }) => figures);

const measuredOf = ({ value, unit }: Figure): string =>
  unit === 'ratio' ? String(value) : `${value} ${unit}`;

const targetOf = ({ unit, target }: Figure): string => {
  if (target === null) return '';
  return unit === 'ratio' ? `≥ ${target}` : `≤ ${target} ${unit}`;
};

/** Prints what was measured, and the figures with their targets. */
export function printFigures(report: BenchReport): void {
  for (const { measured } of report.cases) if (measured.length > 0) console.table(measured);
  console.table(
    figuresOf(report).map((figure) => ({
      figure: figure.name,
      measured: measuredOf(figure),
      target: targetOf(figure),
      verdict: report.quick ? '' : verdictOf(figure),
    })),
  );
}

/** The figures as a table of Markdown, with where they were measured above. */
export function markdownOf(report: BenchReport): string {
  const { machine } = report;
  const rows = figuresOf(report).map((figure) =>
    [figure.name, measuredOf(figure), targetOf(figure), verdictOf(figure)].join(' | '),
  );
  return [
    `Measured on ${machine.at.slice(0, 10)} at commit ${machine.commit} with Node ${machine.node.slice(1)}: ` +
      `${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB; load ${machine.load.before} before and ${machine.load.after} after.`,
    '',
    '| figure | measured | target | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

const RESULTS = new URL('./results/', import.meta.url);

/** Returns where it was written. */
export function writeResults(report: BenchReport): string {
  const file = new URL(`${report.machine.at.replaceAll(':', '-')}.json`, RESULTS);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return fileURLToPath(file);
}

const PAGE = new URL('../docs/performance.md', import.meta.url);
const START = '<!-- written by `npm run bench -- --write` -->';
const END = '<!-- until here -->';

/** Puts the table into the documentation, in place of the one there is. */
export function writeDocs(report: BenchReport): void {
  writeFileSync(PAGE, replaceTable(readFileSync(PAGE, 'utf8'), markdownOf(report)));
}

export function replaceTable(page: string, table: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`docs/performance.md has no ${START} with ${END} behind it`);
  return `${page.slice(0, start + START.length)}\n${table}\n${page.slice(end)}`;
}
