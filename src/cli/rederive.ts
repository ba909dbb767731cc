import type { Command } from 'commander';
import type { Changes, Rederived } from '../ingestion/rederive/report.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** `rederive [module]` */
export function addRederiveCommand(program: Command, context: CommandContext): void {
  program
    .command('rederive')
    .description('parse the stored files and answers again, and derive all records again')
    .argument('[module]', 'only records of this feed, e.g. congress; default: all')
    .option('--outdated', 'only records that other versions of parsers and engines made', false)
    .action(async (module: string | undefined, { outdated }: { outdated: boolean }) => {
      await context.withServices(async (services, _config, output) => {
        const report = await context.rederive(services, {
          module: module ?? null,
          isOutdatedOnly: outdated,
          onProgress: (entries) => output.progress(`rederive: ${entries} entries read`),
        });
        output.progress('');
        output.result(report, () => describeRederived(report));
      });
    });
}

export function describeRederived(report: Rederived): string {
  const { captures, entries, derived, cannotRedo } = report;
  const when = (happened: boolean, line: string) => (happened ? [line] : []);
  const counts = (title: string, { created, updated, removed, unchanged }: Changes) => [
    title,
    ...[created, updated, removed, unchanged].map(String),
  ];
  const reasons = Object.entries(report.rejectedAnew).map(
    ([reason, count]) => `  rejected now ${count}: ${reason}`,
  );
  const without = (what: string, of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(
      ([name, count]) => `  cannot redo ${count} ${what} of ${name}: their native entries were not kept`,
    );
  return [
    `rederive${report.module === null ? '' : ` ${report.module}`}: ${entries} entries of ${captures} captures read again${report.isResumed ? ', continued from an interrupted run' : ''}`,
    table(
      ['', 'created', 'updated', 'removed', 'unchanged'],
      [
        counts('  records', report.records),
        counts('  inputs', report.inputs),
        counts('  references', report.references),
      ],
    ),
    `  derived: created ${derived.created}, updated ${derived.updated}, removed ${derived.removed}`,
    ...when(report.completed > 0, `  records completed by changed references: ${report.completed}`),
    ...reasons,
    ...when(report.leftOut > 0, `  left out ${report.leftOut}: they have been removed from the store`),
    ...without('records', cannotRedo.records),
    ...without('inputs', cannotRedo.inputs),
    ...Object.entries(cannotRedo.parsers).map(
      ([parser, count]) => `  cannot redo ${count} captures of ${parser}: this parser no longer exists`,
    ),
    ...cannotRedo.captures.map(({ place, reason }) => `  cannot redo ${place}: ${reason}`),
  ].join('\n');
}
