import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { copyOf, type Instruction, only } from './dockerfile.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Steps that are done otherwise than a builder does them, and why. */
const OTHERWISE = {
  'npm ci': 'CI begins with it in a clean clone, so what it installed is used',
  'apt-get': 'needs root and an image of its own: tini is neither installed nor used',
};

/**
 * Carries out the stages of a Dockerfile in folders that stand for the roots of their images; returns the last one's,
 * which also has the base image's `node`.
 */
export async function carryOut(
  stages: readonly (readonly Instruction[])[],
  scratch: string,
): Promise<string> {
  let root = '';
  for (const [index, stage] of stages.entries()) {
    const before = root;
    root = join(scratch, `stage-${index}`);
    const cwd = join(root, only(stage, 'WORKDIR'));
    mkdirSync(cwd, { recursive: true });
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
    for (const instruction of stage) {
      if (instruction.name === 'COPY') await copy(instruction, { cwd, before });
      if (instruction.name === 'RUN') await runStep(instruction.text, { cwd, root });
    }
  }
  return root;
}

/** Paths of an image as they are in the folder that stands for it. */
export const within = (root: string, text: string): string =>
  text.replace(/(?<=^|[\s=])\/(?=app|data|usr)/g, `${root}/`);

/** Files into `./`, a folder under its name. */
async function copy(
  instruction: Instruction,
  { cwd, before }: { readonly cwd: string; readonly before: string },
): Promise<void> {
  const { from, sources, to } = copyOf(instruction);
  for (const source of sources) {
    const target = to === './' ? join(cwd, basename(source)) : join(cwd, to);
    if (from === null) await run('cp', ['-a', join(ROOT, source), target]);
    else await linkTree(join(before, source), target);
  }
}

async function runStep(text: string, { cwd, root }: { readonly cwd: string; readonly root: string }) {
  const step = Object.keys(OTHERWISE).find((start) => text.startsWith(start));
  if (step === 'npm ci') {
    const installed = realpathSync(join(ROOT, 'node_modules'));
    await linkTree(installed, join(cwd, 'node_modules'));
    // The one file that npm writes to instead of replacing it.
    const list = join(cwd, 'node_modules/.package-lock.json');
    rmSync(list);
    copyFileSync(join(installed, '.package-lock.json'), list);
  }
  if (step !== undefined) return;
  const own = process.getuid?.() === 0 ? text : text.replace(/ && chown \S+ \S+/, ''); // it is ours already
  await run('sh', ['-euc', within(root, own)], { cwd });
}

/** A copy of links to the same files, where that can be: removing from it leaves the original alone. */
async function linkTree(source: string, target: string): Promise<void> {
  await run('cp', ['-al', source, target]).catch(async () => {
    rmSync(target, { recursive: true, force: true });
    await run('cp', ['-a', source, target]);
  });
}
