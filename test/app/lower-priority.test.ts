import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const isLinux = process.platform === 'linux';

/** Prints the priorities of a process: of its main thread before and after, and of the thread that lowered its own. */
const PROGRAM = `
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  const before = getPriority();
  new Worker(new URL('data:text/javascript,' + encodeURIComponent(process.env.THREAD))).on('message', (thread) => {
    console.log(JSON.stringify({ before, thread, after: getPriority() }));
  });`;
const THREAD = `
  import { getPriority } from 'node:os';
  import { parentPort } from 'node:worker_threads';
  const { lowerPriority } = await import(process.env.MODULE);
  lowerPriority();
  parentPort.postMessage(getPriority());`;

test.skipIf(!isLinux).each([
  [0, { before: 0, thread: 10, after: 0 }],
  [15, { before: 15, thread: 15, after: 15 }],
])(
  'a thread of a process of priority %i lowers its own and no other (skipped but on Linux)',
  async (nice, expected) => {
    const MODULE = new URL('../../src/app/lower-priority.ts', import.meta.url).href;
    const { stdout } = await promisify(execFile)(
      'nice',
      ['-n', String(nice), process.execPath, '--input-type=module', '-e', PROGRAM],
      { env: { ...process.env, THREAD, MODULE } },
    );
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);
