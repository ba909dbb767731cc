import type { OriginOf, Traced } from '../core/capture/provenance.ts';
import type { Changed, Engine } from '../engines/engine.ts';

const RECORD = 'record:';

/** What engines say that they made their records of. */
export function originsOf(engines: readonly Engine[]): OriginOf {
  return (feed, record) => {
    for (const engine of engines) {
      const origin = engine.feed === feed ? (engine.originOf?.(record) ?? null) : null;
      if (origin === null) continue;
      return { traced: tracedOf(origin), showsEntry: engine.showsEntry ?? false };
    }
    return null;
  };
}

const tracedOf = ({ kind, series }: Pick<Changed, 'kind' | 'series'>): Traced =>
  kind.startsWith(RECORD)
    ? { kind: 'record', subject: kind.slice(RECORD.length), key: series }
    : { kind: 'newest input', subject: kind, series };
