import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = new URL('../..', import.meta.url);
/** Never the databases that the environment names: what is done to a store here must not reach them. */
const environment = (dataDir: string) => ({
  ...process.env,
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
  METRICS_PORT: undefined, // of a server that may run
  PORT: '0',
  LOG_LEVEL: 'info',
  DATA_DIR: dataDir,
});

/** Starts a server on a free port; rejects when it ends before it listens. */
export async function startServer(dataDir: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: ROOT,
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with exit code ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as { msg?: string; url?: string }; // our own log
      if (entry.msg === 'listening' && entry.url) resolve(entry.url);
    });
  });
  return {
    url: await url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Runs a command of the command line on a store; answers what it printed. */
export async function runCommand(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/main.ts', ...args], {
    cwd: ROOT,
    env: environment(dataDir),
  });
  return stdout.trim();
}
