import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');

/** `alpha serve` as a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** The lines it logged so far. */
  readonly log: readonly string[];
  /** What it wrote on stderr so far. */
  errors(): string;
  /** Runs a command of the CLI beside it, on the same store. */
  cli(...args: readonly string[]): Promise<string>;
  /** Issues a key through the CLI. */
  issue(tier: string, scope?: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export async function startProcess(options: {
  readonly dataDir: string;
  readonly cwd?: string;
  readonly args?: readonly string[];
  /** Options of Node. */
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}): Promise<ServerProcess> {
  const { cwd = ROOT, args = [], nodeArgs = [] } = options;
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'info', DATA_DIR: options.dataDir, ...options.env };
  const child = spawn(process.execPath, [...nodeArgs, 'src/main.ts', 'serve', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const url = await listening(child, log, () => errors);
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const cli = async (...command: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['src/main.ts', ...command], { cwd, env });
    return stdout.trim();
  };
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    url,
    pid: child.pid ?? 0,
    log,
    errors: () => errors,
    cli,
    issue: (tier, scope = 'read') => cli('keys', 'create', '--tier', tier, '--scope', scope),
    kill,
    stop: () => kill('SIGTERM'),
  };
}

function listening(child: ChildProcess, log: string[], errors: () => string): Promise<string> {
  return new Promise((found, failed) => {
    child.once('exit', (code) => failed(new Error(`serve ended with ${code}: ${errors()}`)));
    if (!child.stdout) return failed(new Error('no stdout'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line);
      const entry = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {};
      if (entry.msg === 'listening' && entry.url) found(entry.url);
    });
  });
}
