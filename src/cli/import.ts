import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { parseInstant } from '../feed/value.ts';
import type { Format, ImportOptions, Rejection } from '../sources/format.ts';
import { ImportFailed, type ImportReport } from '../sources/import-run.ts';
import type { CommandContext } from './context.ts';

/** `import <format> <file…>` */
export function addImportCommand(program: Command, context: CommandContext): void {
  const { formats } = context;
  program
    .command('import')
    .description('import files of a provider into the store')
    .argument('<format>', `one of ${formats.map((format) => format.name).join(', ')}`)
    .argument('<file...>', 'files, plain or gzipped; read as one set')
    .option('--filed-at <time>', 'filing time of documents that carry none, ISO 8601 with zone', timeArgument)
    .option('--wallet <address>', 'wallet that the answers are of, where they do not name it')
    .option('--at <time>', 'time of the capture, where the files carry none', timeArgument)
    .addHelpText(
      'after',
      `\nFormats:\n${formats.map((format) => `  ${format.name.padEnd(22)}${format.description}`).join('\n')}`,
    )
    .action(async (name: string, files: string[], options: ImportOptions) => {
      const format = formatOf(formats, name);
      await context.withServices(async (services, config, output) => {
        const rejects = createRejectsFile(join(config.dataDir, 'imports'), name, services.clock.now());
        const report = await context
          .runImport(services, format, files, {
            ...options,
            reject: rejects.write,
            onProgress: (read) => output.progress(`${name}: ${read} read`),
          })
          .catch((error: unknown): FailedReport => {
            if (!(error instanceof ImportFailed)) throw error;
            return { ...error.report, format: name, files, failure: error.message };
          })
          .finally(rejects.close);
        output.progress('');
        const rejectsFile = rejects.path();
        output.result({ ...report, rejects_file: rejectsFile }, () => describe(report, rejectsFile));
        if ('failure' in report) throw new Error(report.failure);
        if (acceptedNothing(report)) throw new Error('nothing of it could be imported');
      });
    });
}

type FailedReport = ImportReport & { readonly failure: string };

/** Everything that was read was rejected: most likely these are not files of this format. */
function acceptedNothing({ read, rejected }: ImportReport): boolean {
  return read > 0 && sumOf(rejected) === read;
}

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function formatOf(formats: readonly Format[], name: string): Format {
  const format = formats.find((one) => one.name === name);
  if (format) return format;
  throw new Error(`there is no format "${name}"; formats are ${formats.map((one) => one.name).join(', ')}`);
}

function timeArgument(text: string): Date {
  const at = parseInstant(text);
  if (!at)
    throw new InvalidArgumentError(
      'It must be an ISO 8601 time with zone, e.g. 2025-08-19T20:05:00Z, or a day.',
    );
  return at;
}

/** Made when the first entry is rejected: an import without rejects leaves no file. */
function createRejectsFile(dir: string, format: string, at: Date) {
  const path = join(dir, `${at.toISOString().replaceAll(':', '-')}-${format}.rejects.ndjson`);
  let stream: WriteStream | null = null;
  const open = (): WriteStream => {
    mkdirSync(dir, { recursive: true });
    return createWriteStream(path, { flags: 'wx' });
  };
  return {
    async write({ kind: _kind, ...rejection }: Rejection): Promise<void> {
      stream ??= open();
      if (!stream.write(`${JSON.stringify(rejection)}\n`)) {
        await new Promise<void>((resolve) => stream?.once('drain', () => resolve()));
      }
    },
    /** Null when nothing was rejected. */
    path: () => (stream ? path : null),
    async close(): Promise<void> {
      if (!stream) return;
      const ended = Promise.withResolvers<undefined>();
      stream.once('error', ended.reject);
      stream.end(() => ended.resolve(undefined));
      await ended.promise;
    },
  };
}

function describe(report: ImportReport, rejectsFile: string | null): string {
  const reasons = (title: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([reason, count]) => `  ${title} ${count}: ${reason}`);
  return [
    `${report.format}: ${report.read} read from ${report.files.length} file${report.files.length === 1 ? '' : 's'}`,
    `  imported ${report.created}, updated ${report.updated}, unchanged ${report.unchanged}, rejected ${sumOf(report.rejected)}, skipped ${sumOf(report.skipped)}`,
    ...(report.superseded > 0 ? [`  amendments replaced ${report.superseded} earlier records`] : []),
    ...(report.references > 0
      ? [
          `  references new or changed ${report.references}, stored records completed by them ${report.completed}`,
        ]
      : []),
    ...(report.inputs > 0 ? [`  raw inputs new or changed ${report.inputs}`] : []),
    ...describeDerived(report.derived),
    ...reasons('rejected', report.rejected),
    ...reasons('skipped', report.skipped),
    ...reasons('noted', report.noted),
    ...(rejectsFile ? [`  rejected entries, each with its reason: ${rejectsFile}`] : []),
  ].join('\n');
}

function describeDerived({ created, updated, removed }: ImportReport['derived']): string[] {
  if (created + updated + removed === 0) return [];
  return [`  derived from them: created ${created}, updated ${updated}, removed ${removed}`];
}
