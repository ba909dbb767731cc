import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { signal } from '../support/signal.ts';
import { fencesOf, runShell, stepsOf } from './guide-page.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = [
  'trade-feed',
  'mte',
  'whales',
  'congress',
  'insider',
  'insider-alpha',
  'aoe',
  'mre',
  'prediction',
  'ams',
  'mrs',
  'gls',
];

interface Block {
  readonly language: string;
  readonly text: string;
}

interface Section {
  readonly module: string;
  readonly blocks: readonly Block[];
}

const page = readFileSync(join(ROOT, 'docs/data.md'), 'utf8');
const [following = ''] = page.slice(page.indexOf('## Following a record')).split(/\n## (?!Following)/);
const sections = following.split('\n### ').slice(1).map(sectionOf);

function sectionOf(text: string): Section {
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return {
    module: /^`([^`]+)`/.exec(text)?.[1] ?? '',
    blocks: blocks.map(([, language = '', content = '']) => ({ language, text: content })),
  };
}

/** The arguments of every command of a section. */
const commandsOf = ({ blocks }: Section): readonly (readonly string[])[] =>
  blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/^npm run -s alpha -- (.*)$/gm)])
    .map(([, line = '']) => line.split(' '));

/** Requests and queries, each with the answer printed below it. */
function answersOf({ blocks }: Section): readonly { readonly asked: Block; readonly answer: unknown }[] {
  return blocks.flatMap((asked, index) => {
    if (asked.language !== 'http' && asked.language !== 'graphql') return [];
    return [{ asked, answer: JSON.parse(blocks[index + 1]?.text ?? '') as unknown }];
  });
}

describe('docs/data.md', () => {
  it('follows a record of each of the twelve modules over REST and GraphQL', () => {
    expect(sections.map(({ module }) => module)).toEqual(MODULES);
    for (const section of sections) {
      const languages = answersOf(section).map(({ asked }) => asked.language);
      expect(languages, section.module).toEqual(expect.arrayContaining(['http', 'graphql']));
      expect(commandsOf(section).length, section.module).toBeGreaterThan(0);
    }
  });
});

describe('ingesting records', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  it('takes a file as docs/data.md says', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'alpha-ingest-'));
    writeFileSync(
      join(cwd, 'signals.ndjson'),
      [signal('i1'), signal('i2')].map((it) => JSON.stringify(it)).join('\n'),
    );
    const [step] = stepsOf('docs/data.md', ['sh']).filter(({ code }) => code.includes('signals.ndjson'));
    const commands = step?.code.replace('http://127.0.0.1:4000', app.url) ?? 'false';
    const env = { INGEST_KEY: await app.issue('quant', 'ingest') };
    const printed = JSON.parse(await runShell(commands, { cwd, env })) as object;
    rmSync(cwd, { recursive: true });
    expect(printed).toEqual({ accepted: 2, created: 2, updated: 0, unchanged: 0 });
  });
});

describeWithSharedData('following a record, done as docs/data.md says', '.', (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  /** The sample a file of the page stands for: the one of its name, compressed or not. */
  const sampleOf = (name: string): string | null => {
    const [found, ...more] = files.filter((file) => [name, `${name}.gz`].includes(file.name));
    if (more.length > 0) throw new Error(`several samples are named ${name}`);
    return found === undefined ? null : join(found.parentPath, found.name);
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'alpha-follow-'));
  let app: TestApp;
  let quantKey: string;

  beforeAll(async () => {
    app = await startApp({ DATA_DIR: dataDir });
    quantKey = await app.issue('quant');
    const env = { ...process.env, DATA_DIR: dataDir };
    for (const command of sections.flatMap(commandsOf)) {
      const args = command.map((word) => sampleOf(word) ?? word);
      await promisify(execFile)(process.execPath, ['src/main.ts', ...args], { cwd: ROOT, env });
    }
  }, 600_000);
  afterAll(async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('the report of an import is as the page shows it', async () => {
    const [shown] = fencesOf('docs/data.md').filter(({ info }) => info === '');
    const file = sampleOf('house_transactions.json') ?? '';
    const fresh = mkdtempSync(join(tmpdir(), 'alpha-report-'));
    const env = { ...process.env, DATA_DIR: fresh };
    const args = ['src/main.ts', 'import', 'house-transactions', file];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
    rmSync(fresh, { recursive: true, force: true });
    const lines = (text: string) => text.trim().split('\n');
    expect(lines(stdout).slice(0, -1)).toEqual(lines(shown?.text ?? '').slice(0, -1));
    const [label] =
      lines(shown?.text ?? '')
        .at(-1)
        ?.split('.data') ?? [];
    expect(lines(stdout).at(-1)).toContain(label);
  }, 600_000);

  it.for(sections)('$module: what the page shows of the file is in the file', (section) => {
    const [native] = section.blocks;
    const texts = commandsOf(section)
      .flat()
      .flatMap((word) => sampleOf(word) ?? [])
      .map(readSample);
    if (native?.language === 'json') {
      const shown = JSON.parse(native.text) as object;
      const found = texts.some((text) =>
        text.startsWith('[') || text.startsWith('{') ? holds(JSON.parse(text), shown) : false,
      );
      expect(found, native.text).toBe(true);
    } else {
      const lines = native?.text.trimEnd().split('\n') ?? [];
      expect(lines.filter((line) => !texts.some((text) => text.includes(line)))).toEqual([]);
    }
  });

  it.for(sections)('$module: the server answers as the page says', async (section) => {
    for (const { asked, answer } of answersOf(section)) {
      if (asked.language === 'graphql') {
        const { data, errors } = await app.graphql(asked.text);
        expect({ data, errors }).toEqual(answer);
        continue;
      }
      const response = await app.get(asked.text.trim().replace(/^GET /, ''), { 'x-api-key': quantKey });
      expect(response.headers.get('x-unknown-params')).toBeNull();
      expect(await response.json()).toEqual(answer);
    }
  });
});

function readSample(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Whether any object inside `value` has all the fields of `shown`. */
function holds(value: unknown, shown: object): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isIt = Object.entries(shown).every(
    ([name, content]) => (value as Record<string, unknown>)[name] === content, // an object, so it can be asked
  );
  return isIt || Object.values(value).some((inner) => holds(inner, shown));
}
