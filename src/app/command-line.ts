import { readFileSync } from 'node:fs';
import { destination, type Logger, pino } from 'pino';
import { runCli } from '../cli/program.ts';
import { type Config, readConfig } from '../config.ts';
import { formats } from '../sources/index.ts';
import { providers } from '../sources/providers.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
}; // our own file

const LEFTOVERS_MS = 500;

/** Commands print their result on stdout, so what is logged goes to stderr. */
const loggerOf = ({ logLevel }: Config): Logger => pino({ level: logLevel }, destination(2));

/** Runs a command; the store, imports and synchronisation are loaded by those that need them. Exit codes as `runCli`'s. */
export const runCommandLine = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<0 | 1 | 2> =>
  runCli(args, {
    version,
    formats,
    readConfig: ({ demo }) => readConfig(env, { demo }),
    async openServices(config) {
      const { openServices } = await import('./services.ts');
      return openServices(config, loggerOf(config));
    },
    operateAlerts: async (services, config) =>
      (await import('./operated-alerts.ts')).operateAlerts(services, config, loggerOf(config)),
    runImport: async (...run) => (await import('./import.ts')).runFormat(...run),
    providers,
    async createSynchroniser(services, { sourcesFile, dataDir }) {
      const [{ createSynchroniser }, { loadSources }] = await Promise.all([
        import('./sync.ts'),
        import('./sync-settings.ts'),
      ]);
      return createSynchroniser(services, { settings: loadSources(sourcesFile), dataDir });
    },
    deriveAgain: async (services) => (await import('../ingestion/derive-again.ts')).deriveAgain(services),
    rederive: async (...run) => (await import('../ingestion/rederive/rederive.ts')).rederive(...run),
    trace: async (...asked) => (await import('./trace.ts')).traceRecord(...asked),
    calibrateStore: async (...asked) => (await import('./calibrate.ts')).calibrateStore(...asked),
    calibrateFiles: async (...asked) => (await import('./calibrate.ts')).calibrateFiles(...asked),
    async tableOf(name) {
      const [{ registry }, { tableSql }] = await Promise.all([
        import('../feeds/index.ts'),
        import('../postgres/schema/table.ts'),
      ]);
      const found = registry.find(({ feed }) => feed.module === name);
      return found ? `${tableSql(found.feed).join(';\n\n')};` : null;
    },
    serve: async (config, options) => {
      const { serve } = await import('./serve.ts');
      await serve(config, { ...options, version });
      // All is closed. A driver that was just connecting again may not notice, and would keep the process for a minute.
      setTimeout(() => process.exit(), LEFTOVERS_MS).unref();
    },
  });
