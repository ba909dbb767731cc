/** The command behind `npm run chaos`: tries one fault on a staging server. Exit code 0: it passed, 1: it did not, 2: wrong arguments. */
import { scenario as flood } from './flood.ts';
import { scenario as fullDisk } from './full-disk.ts';
import { scenario as killStore } from './kill-store.ts';
import type { Scenario } from './scenario.ts';

const SCENARIOS: readonly Scenario[] = [flood, fullDisk, killStore];

const [name, ...args] = process.argv.slice(2);
const scenario = SCENARIOS.find((one) => one.name === name);
if (scenario === undefined) {
  const isAsked = name === undefined || name === '--help' || name === 'help';
  if (!isAsked) console.error(`chaos: there is no scenario "${name}"`);
  console.error(overview());
  process.exitCode = isAsked ? 0 : 2;
} else if (args.includes('--help')) console.error(`${scenario.summary}\n\n${scenario.usage}`);
else process.exitCode = await carryOut(scenario);

async function carryOut({ name, usage, run }: Scenario): Promise<number> {
  try {
    const hasPassed = await run(args, (line) => console.log(line));
    console.log(`${name}: ${hasPassed ? 'passed' : 'FAILED'}`);
    return hasPassed ? 0 : 1;
  } catch (error) {
    console.error(`chaos ${name}: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
}

function overview(): string {
  const width = Math.max(0, ...SCENARIOS.map((one) => one.name.length));
  const lines = SCENARIOS.map((one) => `  ${one.name.padEnd(width)}  ${one.summary}`);
  return ['npm run chaos -- <scenario> [arguments], or <scenario> --help', '', ...lines].join('\n');
}
