/**
 * Builds the three packages (server, TypeScript client, Python client) as they would be published, installs each into an empty project
 * outside this folder, starts the server's simulated market from its package, on the oldest and the newest Node that it takes and on
 * this one, and runs the first example of both clients' READMEs against it. Publishes nothing: `npm run release -- --dry-run`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = import.meta.dirname;
const PYTHON = process.env.PYTHON ?? 'python3';
const STARTS_WITHIN_MS = 120_000;

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const say = (text: string) => process.stdout.write(`${text}\n`);
const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The version that all three packages have. */
function commonVersion(): string {
  const versions = new Map([
    ['package.json', JSON.parse(textOf('package.json')).version],
    ['clients/typescript/package.json', JSON.parse(textOf('clients/typescript/package.json')).version],
    [
      'clients/python/pyproject.toml',
      /^version = "(.+)"$/m.exec(textOf('clients/python/pyproject.toml'))?.[1],
    ],
  ]);
  const [version, ...others] = new Set(versions.values());
  if (others.length > 0 || typeof version !== 'string')
    throw new Error(
      `the packages have several versions: ${[...versions].map((one) => one.join(' ')).join(', ')}`,
    );
  return version;
}

/** The first fenced block of a language. */
function example(path: string, language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(textOf(path)) ?? [];
  if (code === undefined) throw new Error(`${path} has no example in ${language}`);
  return code;
}

function emptyProject(dir: string, name: string): string {
  const project = join(dir, name);
  mkdirSync(project);
  return project;
}

const packed = (dir: string, pattern: RegExp): string =>
  join(dir, readdirSync(dir).find((name) => pattern.test(name)) ?? 'nothing');

/** The oldest Node of `engines`, and the newest there is. */
function otherNodes(): readonly string[] {
  const { engines } = JSON.parse(textOf('package.json')) as { readonly engines: { readonly node: string } };
  const [, oldest] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
  if (oldest === undefined) throw new Error(`engines.node is ${engines.node}, not of the form >=24.0`);
  return [`${oldest}.0`, 'latest'];
}

/**
 * Starts the simulated market out of the installed package; gives its address, a key, and what ends it.
 * @param nodeDir a folder with another `node` than this one.
 */
async function startServer(project: string, dataDir: string, nodeDir = dirname(process.execPath)) {
  const child = spawn(join(project, 'node_modules/.bin/alpha-data'), ['serve', '--demo'], {
    cwd: project,
    env: { ...process.env, PATH: `${nodeDir}:${process.env.PATH}`, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  };
  let key = '';
  let url = '';
  const find = (line: string) => {
    key = /^\s+quant\s+(\S+)$/.exec(line)?.[1] ?? key;
    url = /"url":"([^"]+)".*"msg":"listening"/.exec(line)?.[1] ?? url;
  };
  const started = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      find(line);
      if (key && url) started.resolve();
    });
  child.once('exit', (code) => started.reject(new Error(`the server ended with ${code}`)));
  const timer = setTimeout(() => started.reject(new Error('the server did not start')), STARTS_WITHIN_MS);
  try {
    await started.promise;
  } finally {
    clearTimeout(timer);
  }
  return { env: { ALPHA_URL: url, ALPHA_KEY: key }, stop };
}

async function dryRun(): Promise<void> {
  const version = commonVersion();
  if (
    !new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(
      textOf('CHANGELOG.md'),
    )
  )
    say(`! CHANGELOG.md has no dated section for ${version} yet: a release needs one`);
  const dir = mkdtempSync(join(tmpdir(), 'alpha-release-'));
  try {
    run('npm', ['pack', '--silent', '--pack-destination', dir], ROOT);
    run('npm', ['pack', '--silent', '--workspace', 'clients/typescript', '--pack-destination', dir], ROOT);
    // Beside the checkout: a build leaves files in the folder that it is of.
    const source = join(dir, 'python-source');
    cpSync(join(ROOT, 'clients/python'), source, { recursive: true });
    const wheel = ['-m', 'pip', 'wheel', '-q', '--no-deps', '--no-build-isolation', '-w', dir, source];
    run(PYTHON, wheel, dir);
    const install = ['install', '--silent', '--no-audit', '--no-fund'];
    const server = emptyProject(dir, 'server');
    run('npm', [...install, '--prefix', server, packed(dir, /^alpha-data-\d.*\.tgz$/)], server);
    say(`server ${run(join(server, 'node_modules/.bin/alpha-data'), ['--version'], server).trim()} installs`);
    for (const version of otherNodes()) {
      const node = emptyProject(dir, `node-${version}`);
      run('npm', [...install, '--prefix', node, `node@${version}`], node);
      const nodeDir = join(node, 'node_modules/node/bin');
      const started = await startServer(server, join(dir, `data-${version}`), nodeDir);
      await started.stop();
      say(`it starts on Node ${run(join(nodeDir, 'node'), ['--version'], node).trim()}`);
    }
    const { env, stop } = await startServer(server, join(dir, 'data'));
    try {
      const typescript = emptyProject(dir, 'typescript');
      run(
        'npm',
        [...install, '--prefix', typescript, packed(dir, /^alpha-data-client-.*\.tgz$/)],
        typescript,
      );
      writeFileSync(join(typescript, 'example.mjs'), example('clients/typescript/README.md', 'js'));
      run(process.execPath, ['example.mjs'], typescript, env);
      say(`TypeScript client ${version} installs, and its first example runs`);
      const python = emptyProject(dir, 'python');
      run(
        PYTHON,
        ['-m', 'pip', 'install', '-q', '--no-deps', '--no-index', '--target', python, packed(dir, /\.whl$/)],
        python,
      );
      run(PYTHON, ['-c', example('clients/python/README.md', 'python')], python, {
        ...env,
        PYTHONPATH: python,
      });
      say(`Python client ${version} installs, and its first example runs`);
    } finally {
      await stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

if (process.argv.slice(2).join(' ') !== '--dry-run') {
  say('usage: npm run release -- --dry-run (it builds and checks the packages; publishing is done by hand)');
  process.exitCode = 2;
} else await dryRun();
