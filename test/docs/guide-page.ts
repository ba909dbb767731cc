import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** README.md and every page below docs. */
export const guidePages: readonly string[] = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].sort();

/** What stands behind the opening mark of each block of a page (its language, mostly), and its text. */
export function fencesOf(path: string): readonly { readonly info: string; readonly text: string }[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, info = '', text = '']) => ({ info, text }));
}

/** A block of a guide that can be run, and what it says is printed. */
export interface Step {
  readonly heading: string;
  readonly language: string;
  readonly code: string;
  readonly printed: { readonly language: string; readonly text: string } | null;
}

/** The blocks of a guide in some languages, in their order. What they print stands in the block right behind. */
export function stepsOf(path: string, languages: readonly string[]): readonly Step[] {
  const page = readFileSync(path, 'utf8');
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  /** Behind the tabs that a block is one of: the block that follows them and is of no language that is run. */
  const printedBehind = (index: number) => {
    for (let at = index; ; at += 1) {
      const [one, next] = [blocks[at], blocks[at + 1]];
      if (!one || !next || page.slice(one.end, next.start).trim() !== '') return null;
      if (!languages.includes(next.language)) return next;
      if (next.language === blocks[index]?.language) return null;
    }
  };
  return blocks.flatMap(({ language, text, start }, index) => {
    if (!languages.includes(language)) return [];
    const heading =
      page
        .slice(0, start)
        .match(/^#+ .*$/gm)
        ?.at(-1) ?? '';
    const printed = printedBehind(index);
    return [{ heading: heading.replace(/^#+ /, ''), language, code: text, printed }];
  });
}

/** Runs a program in a folder with nothing of our environment but its path; resolves with what it prints. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((done, failed) => {
    const environment = { PATH: process.env.PATH ?? '', HOME: cwd, ...env };
    execFile(program, args, { cwd, env: environment }, (error, stdout, stderr) => {
      if (error) failed(new Error(`${args.at(-1)}\n${stdout}\n${stderr}`, { cause: error }));
      else done(stdout);
    });
  });
}

/** As somebody runs commands who pastes them; fails when one of them does. */
export const runShell = (commands: string, options: Parameters<typeof run>[2]): Promise<string> =>
  run('bash', ['-euo', 'pipefail', '-c', commands], options);

/** What a guide says is printed: JSON by its value, headers among others, texts without regard to spaces around lines. */
export function expectPrinted(output: string, printed: Step['printed']): void {
  if (printed === null) return;
  const linesOf = (text: string) => text.trim().split(/\s*\n\s*/);
  if (printed.language === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(printed.text));
  else if (printed.language === 'http')
    expect(linesOf(output)).toEqual(expect.arrayContaining(linesOf(printed.text)));
  else expect(linesOf(output)).toEqual(linesOf(printed.text));
}
