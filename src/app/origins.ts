import type { OriginOf } from '../core/capture/provenance.ts';
import type { Engine } from '../engines/engine.ts';

const RECORD = 'record:';

/** What engines say that they made their records of. */
export function originsOf(engines: readonly Engine[]): OriginOf {
  return (feed, record) => {
    for (const engine of engines) {
      const origin = engine.feed === feed ? (engine.originOf?.(record) ?? null) : null;
      if (origin === null) continue;
      const { kind, series } = origin;
      return kind.startsWith(RECORD)
        ? { kind: 'record', subject: kind.slice(RECORD.length), key: series }
        : { kind: 'newest input', subject: kind, series };
    }
    return null;
  };
}
