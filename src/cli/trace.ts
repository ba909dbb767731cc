import type { Command } from 'commander';
import type { Trace, TracedEntry } from '../app/trace.ts';
import type { CommandContext } from './context.ts';

/** `trace <id>` */
export function addTraceCommand(program: Command, context: CommandContext): void {
  program
    .command('trace')
    .description('show where a record came from: native entries, rules, inputs of engines, revisions')
    .argument('<id>', 'id of the record in REST, or its global id in GraphQL')
    .option('--module <module>', 'feed of the record, where several feeds have a record with this id')
    .action(async (id: string, { module }: { module?: string }) => {
      await context.withServices(async (services, _config, output) => {
        const trace = await context.trace(services, id, module ?? null);
        output.result(trace, () => describeTrace(trace));
      });
    });
}

/** Lines of a list that a terminal shows; `--json` has all. */
const MAX_LINES = 20;
/** Of an entry of another source: a member's has every term since the first. */
const MAX_COMPLETING = 40;

export function describeTrace(trace: Trace): string {
  const { module, id, record, entries, completed, rules, derived, origin, revisions } = trace;
  return [
    `${module} ${id}${record === null ? ' is not stored any more' : ''}`,
    ...(record === null ? [] : section('record', indented(JSON.stringify(record, null, 2)))),
    ...entries.flatMap((entry, index) =>
      section(index === 0 ? 'native entry' : 'earlier native entry', entryLines(entry)),
    ),
    ...(origin === null ? [] : section('newest native entry behind the record', entryLines(origin))),
    ...completed.flatMap(({ fields, subject, key, entry }) =>
      section(
        `${fields.join(', ')} from ${subject} ${key}`,
        entry === null ? ['  no native entry kept'] : shortened(entryLines(entry), MAX_COMPLETING),
      ),
    ),
    ...(entries.length === 0 && derived.length === 0
      ? section('native entry', ['  none: the record came over the API, or before entries were kept'])
      : []),
    ...section(
      'rules',
      rules.map((rule) => `  ${rule}`),
    ),
    ...derived.flatMap(({ engine, group, inputs }) =>
      section(
        `inputs of ${engine}, group ${group}`,
        shortened(
          inputs.map(({ kind, series, count, from, to, provider, place }) => {
            const keys = from === null ? '' : `, ${count} from ${from} to ${to}`;
            return `  ${kind} ${series}${keys}: ${place === null ? 'no native entry kept' : `${provider}, ${place}`}`;
          }),
        ),
      ),
    ),
    ...section('revisions', shortened(revisions.flatMap(revisionLines))),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines];

const indented = (text: string): readonly string[] => text.split('\n').map((line) => `  ${line}`);

function shortened(lines: readonly string[], most = MAX_LINES): readonly string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `  and ${more} more; --json lists all`] : lines;
}

function entryLines(entry: TracedEntry): readonly string[] {
  const context = Object.entries(entry.context).map(([name, value]) => `${name} ${value}`);
  const outcomes = entry.outcomes.map(described);
  return [
    `  from ${entry.source}, ${entry.place}${entry.at === '' ? '' : `, ${entry.at}`}`,
    `  read by ${entry.parser}, version ${entry.version}${context.length > 0 ? ` (${context.join(', ')})` : ''}`,
    `  first seen ${entry.firstSeen.toISOString()}, last ${entry.seenAt.toISOString()}`,
    ...shortened(outcomes.map((outcome) => `  became ${outcome}`)),
    ...indented(readable(entry.content)),
  ];
}

function described(outcome: TracedEntry['outcomes'][number]): string {
  switch (outcome.kind) {
    case 'record':
    case 'reference':
      return `${outcome.kind} ${outcome.subject} ${outcome.key}`;
    case 'input':
      return `input ${outcome.subject} ${outcome.series} ${outcome.key}`;
    case 'skipped':
      return `skipped: ${outcome.reason}`;
    case 'rejected':
      return `rejected${outcome.field === null ? '' : ` for ${outcome.field}`}: ${outcome.reason}`;
  }
}

/** JSON with its members below each other; anything else as it is. */
function readable(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}

function revisionLines({ at, kind, changed }: Trace['revisions'][number]): readonly string[] {
  const fields = Object.entries(changed).map(
    ([name, [before, after]]) => `    ${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  );
  return [`  ${at.toISOString()} ${kind}`, ...fields];
}
