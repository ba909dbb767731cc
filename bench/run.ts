/** The command behind `npm run bench`: measures cases, prints their figures beside the targets and keeps them in `results/`. */
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { BenchCase, CaseOptions, CaseReport } from './case.ts';
import { fanout } from './fanout.ts';
import { hits } from './hits.ts';
import { installPeers } from './install-peers.ts';
import { leases } from './leases.ts';
import { misses } from './misses.ts';
import { mixed } from './mixed.ts';
import { printFigures, writeDocs, writeResults } from './print-report.ts';
import { type BenchReport, describeMachine, loadNow } from './report.ts';

const CASES: readonly BenchCase[] = [hits, misses, mixed, leases, fanout];
const NAMES = CASES.map(({ name }) => name);

interface Flags {
  readonly rounds?: number;
  readonly queries: number;
  readonly sockets: readonly number[];
  readonly quick: boolean;
  readonly json: boolean;
  readonly write: boolean;
}

const command = new Command('bench')
  .addArgument(new Argument('[case...]', 'which to measure; all unless named').choices(NAMES))
  .option('--rounds <n>', 'rounds of every contestant; more are steadier', wholeNumber)
  .option('--queries <n>', 'distinct queries, after which memory is looked at', wholeNumber, 60_000)
  .option('--sockets <n,…>', 'subscribers of the fan-out', wholeNumbers, [1_000, 5_000])
  .option('--quick', 'only show that everything works: the figures mean nothing', false)
  .option('--json', 'print everything that was measured as JSON', false)
  .option('--write', 'put the table into docs/performance.md; takes a whole run', false)
  .action(async (named: readonly string[], flags: Flags) => {
    if (flags.write && (flags.quick || named.length > 0))
      command.error('error: --write takes a run of all cases that is not --quick');
    const report = await measure(named, flags);
    if (flags.json) console.log(JSON.stringify(report, null, 2));
    else printFigures(report);
    if (!flags.quick) console.error(`kept in ${writeResults(report)}`);
    if (!flags.write) return;
    if (process.exitCode === undefined) writeDocs(report);
    else console.error('docs/performance.md stays as it is');
  });

await command.parseAsync();

async function measure(
  named: readonly string[],
  { rounds, queries, sockets, quick }: Flags,
): Promise<BenchReport> {
  const options: CaseOptions = { rounds, queries, sockets, quick };
  const chosen = CASES.filter(({ name }) => named.length === 0 || named.includes(name));
  if (chosen.some(({ needsPeers }) => needsPeers)) installPeers();
  const loadBefore = loadNow();
  const cases: BenchReport['cases'][number][] = [];
  for (const { name, run } of chosen) {
    console.error(`measuring ${name}`);
    const startedAtMs = performance.now();
    const result = await run(options).catch((error: unknown) => failed(name, error));
    cases.push({ name, seconds: Math.round((performance.now() - startedAtMs) / 1000), ...result });
  }
  return { machine: describeMachine(loadBefore), quick, cases };
}

/** What the other cases measured is not lost by it. */
function failed(name: string, error: unknown): CaseReport {
  console.error(`${name} could not be measured:`, error);
  process.exitCode = 1;
  return { figures: [], measured: [] };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
}

function wholeNumbers(text: string): readonly number[] {
  return text.split(',').map(wholeNumber);
}
