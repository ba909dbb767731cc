import { Command, CommanderError } from 'commander';
import { STORE_FAILURES, storeFailureOf } from '../core/resilience/store-away.ts';
import { visibleControls } from '../feed/text.ts';
import { addAccountCommands } from './accounts.ts';
import { addAlertCommands } from './alerts.ts';
import { addCalibrateCommand } from './calibrate.ts';
import { addCaptureCommands } from './captures.ts';
import type { Cli, CommandContext, SyncChoice } from './context.ts';
import { addHistoryCommands } from './history.ts';
import { addImportCommand } from './import.ts';
import { addKeyCommands } from './keys.ts';
import { createOutput } from './output.ts';
import { addRederiveCommand } from './rederive.ts';
import { addSigningKeyCommands } from './signing-keys.ts';
import { addSourcesCommand } from './sources.ts';
import { addSyncCommand } from './sync.ts';
import { addTraceCommand } from './trace.ts';
import { addUsageCommand } from './usage.ts';
import { addWebhookCommands } from './webhooks.ts';

/** Exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCli(args: readonly string[], cli: Cli): Promise<0 | 1 | 2> {
  const program = createProgram(cli);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`error: ${visibleControls(lineOf(error), '\n')}\n`);
    return 1;
  }
}

/** A store that is away or refuses writes is no fault of the command. */
function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const failure = storeFailureOf(error);
  return failure === null ? message : `${STORE_FAILURES[failure]} (${message}); try again later`;
}

function createProgram(cli: Cli): Command {
  const program = new Command('alpha-data')
    .description('Alpha Data: market intelligence over REST and GraphQL')
    .version(cli.version)
    .option('--json', 'print results as JSON', false)
    .exitOverride();
  const outputOf = () => createOutput({ json: program.opts<{ json: boolean }>().json });
  const context: CommandContext = {
    formats: cli.formats,
    runImport: cli.runImport,
    providers: cli.providers,
    createSynchroniser: cli.createSynchroniser,
    rederive: cli.rederive,
    trace: cli.trace,
    operateAlerts: cli.operateAlerts,
    calibrateStore: cli.calibrateStore,
    calibrateFiles: cli.calibrateFiles,
    output: outputOf,
    async withServices(body) {
      const config = cli.readConfig({ demo: false });
      const services = await cli.openServices(config);
      const stopListening = onInterrupt(async (exitCode) => {
        process.stderr.write('\ninterrupted; what was written so far is kept\n');
        await services.close();
        process.exit(exitCode);
      });
      try {
        await body(services, config, outputOf());
      } finally {
        stopListening();
        await services.close();
      }
    },
  };

  program
    .command('serve')
    .description('run the server')
    .option('--demo', 'use a separate store with a simulated market', false)
    .option(
      '--sync <providers>',
      'providers to keep synchronised: names separated by commas, or all',
      syncArgument,
    )
    .action(({ demo, sync = null }: { demo: boolean; sync?: SyncChoice }) =>
      cli.serve(cli.readConfig({ demo }), { demo, sync, output: outputOf() }),
    );
  program
    .command('migrate')
    .description('update the store to the schema of this version')
    .action(() =>
      context.withServices(async (services, _config, output) => {
        const { migrated } = services;
        const { engines } = await cli.deriveAgain(services);
        const lines = [
          ...migrated.map((name) => `migrated ${name}`),
          ...engines.map((name) => `derived ${name} again`),
        ];
        output.result({ migrated, derived: engines }, () =>
          lines.length === 0 ? 'nothing to do' : lines.join('\n'),
        );
      }),
    );
  program
    .command('table <module>')
    .description("print the SQL table for a feed's declaration, as the start of a migration")
    .action(async (module: string) => {
      const table = await cli.tableOf(module);
      if (table === null) throw new Error(`there is no module "${module}"`);
      outputOf().result({ module, sql: table }, () => table);
    });
  addAccountCommands(program, context);
  addAlertCommands(program, context);
  addCalibrateCommand(program, context);
  addCaptureCommands(program, context);
  addHistoryCommands(program, context);
  addImportCommand(program, context);
  addKeyCommands(program, context);
  addRederiveCommand(program, context);
  addSigningKeyCommands(program, context);
  addSyncCommand(program, context);
  addTraceCommand(program, context);
  addUsageCommand(program, context);
  addSourcesCommand(program, context);
  addWebhookCommands(program, context);
  overrideExit(program);
  return program;
}

/** Commander does not hand `exitOverride` down to commands that exist already. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}

const syncArgument = (text: string): SyncChoice =>
  text === 'all' ? 'all' : text.split(',').map((name) => name.trim());

/** An interrupted command still leaves the store in order: the embedded server ends with its last client. */
function onInterrupt(stop: (exitCode: number) => Promise<void>): () => void {
  const onInt = () => void stop(130);
  const onTerm = () => void stop(143);
  process.once('SIGINT', onInt).once('SIGTERM', onTerm);
  return () => {
    process.off('SIGINT', onInt).off('SIGTERM', onTerm);
  };
}
