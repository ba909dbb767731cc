import type { ImportReport } from '../sources/import-run.ts';

type Counts = Readonly<Record<string, number>>;

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What an import or a synchronisation did, below its own first line. */
export function describeReport(
  report: Omit<ImportReport, 'format' | 'files'>,
  rejectsFile: string | null,
): string[] {
  const { created, updated, removed } = report.derived;
  const reasons = (title: string, counts: Counts) =>
    Object.entries(counts).map(([reason, count]) => `  ${title} ${count}: ${reason}`);
  const when = (happened: boolean, line: string) => (happened ? [line] : []);
  return [
    `  imported ${report.created}, updated ${report.updated}, unchanged ${report.unchanged}, rejected ${sumOf(report.rejected)}, skipped ${sumOf(report.skipped)}`,
    ...when(report.superseded > 0, `  amendments replaced ${report.superseded} earlier records`),
    ...when(
      report.repeated > 0,
      `  ${report.repeated} records report a trade that another form also reports; they were merged into its record`,
    ),
    ...when(
      report.references > 0,
      `  references ${report.references}, new or changed ${report.changedReferences}, records they completed ${report.completed}`,
    ),
    ...when(report.inputs > 0, `  raw inputs ${report.inputs}, new or changed ${report.changedInputs}`),
    ...when(
      created + updated + removed > 0,
      `  derived from them: created ${created}, updated ${updated}, removed ${removed}`,
    ),
    ...reasons('rejected', report.rejected),
    ...reasons('skipped', report.skipped),
    ...reasons('noted', report.noted),
    ...(rejectsFile ? [`  rejected entries, each with its reason: ${rejectsFile}`] : []),
  ];
}
