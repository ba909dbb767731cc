import { spawnSync } from 'node:child_process';

/** Whether a program runs with these arguments. */
export const has = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

/** The first Python on the path may be one without the modules that the system's has; `PYTHON` names another one. */
const PYTHONS = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter(
  (program) => program !== undefined,
);

/** A Python that has all of these modules; null where there is none. */
export const pythonWith = (...modules: readonly string[]): string | null =>
  PYTHONS.find((program) => has(program, '-c', modules.map((name) => `import ${name}`).join('\n'))) ?? null;
