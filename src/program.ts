import { readFileSync } from 'node:fs';
import { destination, pino } from 'pino';
import { openServices } from './app.ts';
import { runCli } from './cli/program.ts';
import { readConfig } from './config.ts';
import { registry } from './feeds/index.ts';
import { runFormat } from './import.ts';
import { tableSql } from './postgres/table.ts';
import { formats } from './sources/index.ts';
import { providers } from './sources/providers.ts';
import { createSynchroniser } from './sync.ts';
import { loadSources } from './sync-settings.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
}; // our own file

const LEFTOVERS_MS = 500;

/** Runs a command. Exit code: 0 done, 1 failed, 2 called wrongly. */
export const runProgram = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<0 | 1 | 2> =>
  runCli(args, {
    version,
    formats,
    readConfig: ({ demo }) => readConfig(env, { demo }),
    // Commands print their result on stdout, so what the store has to say goes to stderr.
    openServices: (config) => openServices(config, pino({ level: config.logLevel }, destination(2))),
    runImport: runFormat,
    providers,
    createSynchroniser: (services, config) =>
      createSynchroniser(services, { settings: loadSources(config.sourcesFile), dataDir: config.dataDir }),
    tableOf: (name) => {
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
