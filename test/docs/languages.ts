import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { has, pythonWith } from '../support/python.ts';
import { run } from './guide-page.ts';

export const python = pythonWith('json');

/** Languages of examples that this machine lacks, and why. */
export const MISSING: Readonly<Record<string, string | undefined>> = {
  python: python ? undefined : 'there is no python3',
  r: has('Rscript', '--version') ? undefined : 'there is no R',
};
const missing = Object.values(MISSING).find((one) => one !== undefined);
if (missing && process.env.REQUIRE_LANGUAGES) throw new Error(`REQUIRE_LANGUAGES is set, but ${missing}`);

/** What examples in Python need to find the client of this checkout. */
export const PYTHON_ENV = { PYTHONPATH: resolve('clients/python'), PYTHONDONTWRITEBYTECODE: '1' };

/** Printed behind each example. */
const MARK = '-- end of an example --';

interface Runner {
  readonly program: readonly string[];
  readonly ending: string;
  /** Runs the example in a file, then prints the mark in a line of its own. */
  readonly step: (file: string) => string;
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  sh: {
    program: ['bash', '-euo', 'pipefail'],
    ending: 'sh',
    step: (file) => `. ./${file}; echo; echo '${MARK}'`,
  },
  js: {
    program: [process.execPath],
    ending: 'mjs',
    step: (file) => `await import('./${file}'); console.log('${MARK}');`,
  },
  python: {
    program: [python ?? ''],
    ending: 'py',
    step: (file) => `import runpy; runpy.run_path('${file}'); print('${MARK}')`,
  },
  r: {
    program: ['Rscript'],
    ending: 'R',
    step: (file) => `source("${file}", local = new.env()); cat("\\n${MARK}\\n")`,
  },
};

/** Runs examples of one language, one after the other in one process; resolves with what each prints. */
export async function runExamples(
  language: string,
  examples: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const runner = RUNNERS[language];
  if (!runner) throw new Error(`no language ${language}`);
  const files = examples.map((code, index) => {
    const file = `example-${index}.${runner.ending}`;
    writeFileSync(join(cwd, file), code);
    return file;
  });
  const all = `examples.${runner.ending}`;
  writeFileSync(join(cwd, all), files.map(runner.step).join('\n'));
  const [program = '', ...args] = runner.program;
  const printed = await run(program, [...args, all], { cwd, env: PYTHON_ENV });
  return printed.split(MARK).slice(0, -1);
}
