import { Command, CommanderError } from 'commander';
import type { Services } from '../app.ts';
import type { Config } from '../config.ts';
import type { Format, ImportOptions, Rejection } from '../sources/format.ts';
import type { ImportReport } from '../sources/import-run.ts';
import { addImportCommand } from './import.ts';
import { addKeyCommands } from './keys.ts';
import { createOutput, type Output } from './output.ts';

export interface ImportRequest extends ImportOptions {
  readonly reject: (rejection: Rejection) => Promise<void>;
  readonly onProgress: (read: number) => void;
}

/** What the composition root hands to the commands. */
export interface Cli {
  readonly version: string;
  readonly formats: readonly Format[];
  readonly readConfig: (options: { readonly demo: boolean }) => Config;
  readonly openServices: (config: Config) => Promise<Services>;
  readonly runImport: (
    services: Services,
    format: Format,
    files: readonly string[],
    request: ImportRequest,
  ) => Promise<ImportReport>;
  /** The SQL of the table that the declaration of a module asks for; null for an unknown module. */
  readonly tableOf: (module: string) => string | null;
  /** Serves until a signal ends it. */
  readonly serve: (
    config: Config,
    options: { readonly demo: boolean; readonly output: Output },
  ) => Promise<void>;
}

export interface CommandContext extends Pick<Cli, 'formats' | 'runImport'> {
  /** Opens the store for one command and closes it whatever happens. */
  withServices(body: (services: Services, config: Config, output: Output) => Promise<void>): Promise<void>;
}

/** Exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCli(args: readonly string[], cli: Cli): Promise<0 | 1 | 2> {
  const program = createProgram(cli);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
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
    async withServices(body) {
      const config = cli.readConfig({ demo: false });
      const services = await cli.openServices(config);
      try {
        await body(services, config, outputOf());
      } finally {
        await services.close();
      }
    },
  };

  program
    .command('serve')
    .description('run the server')
    .option('--demo', 'on a store of its own with a simulated market', false)
    .action(({ demo }: { demo: boolean }) =>
      cli.serve(cli.readConfig({ demo }), { demo, output: outputOf() }),
    );
  program
    .command('migrate')
    .description('bring the store up to date')
    .action(() =>
      context.withServices(async ({ migrated }, _config, output) => {
        output.result({ migrated }, () =>
          migrated.length === 0 ? 'nothing to do' : migrated.map((name) => `migrated ${name}`).join('\n'),
        );
      }),
    );
  program
    .command('table <module>')
    .description("print the table that a feed's declaration asks for, to write a migration from")
    .action((module: string) => {
      const table = cli.tableOf(module);
      if (table === null) throw new Error(`there is no module "${module}"`);
      outputOf().result({ module, sql: table }, () => table);
    });
  addImportCommand(program, context);
  addKeyCommands(program, context);
  overrideExit(program);
  return program;
}

/** Commander does not hand `exitOverride` down to commands that exist already. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}
