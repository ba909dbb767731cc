import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../core/ports.ts';
import { supersedeTargets } from '../captures/supersede-targets.ts';
import type { Database } from '../connection/database.ts';
import { textArray } from '../schema/column.ts';
import { readLandmarks } from './landmarks.ts';
import { nothingShown, type ShownInputs } from './shown-inputs.ts';

/** A raw observation; see `Input` in sources/format.ts, which this stores. */
export interface StoredInput {
  readonly kind: string;
  readonly series: string;
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type InputName = Pick<StoredInput, 'kind' | 'series' | 'key'>;

/** An input to be stored. Of two with one name that of the greater rank counts; where one has none, the one that comes later. */
export interface RankedInput extends StoredInput {
  readonly rank?: string;
}

type DerivedKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Raw inputs in the table `input`, and in `derived` what engines made of them. */
export interface InputStore {
  /** Returns how many were new or changed. */
  put(inputs: readonly RankedInput[]): Promise<{ readonly changed: number }>;
  /** Which of these there are. */
  stored(inputs: readonly InputName[]): Promise<readonly InputName[]>;
  /** Gives those that are stored this data; returns which of them had other data. */
  revise(inputs: readonly RankedInput[]): Promise<readonly InputName[]>;
  /** The newest input of a series whose key lies before `before`. */
  earlier(kind: string, series: string, before: string): Promise<StoredInput | null>;
  /** The inputs of several series, those of one oldest first. */
  lists(kind: string, series: readonly string[]): Promise<readonly StoredInput[]>;
  /** The inputs of a series whose keys lie between two, both included, oldest first. */
  between(kind: string, series: string, from: string, to: string): Promise<readonly StoredInput[]>;
  /** Of each series the inputs of the newest day before another: keys begin with a day, `YYYY-MM-DD`. One statement. */
  newestDays(
    kind: string,
    wanted: readonly { readonly series: string; readonly before: string }[],
  ): Promise<readonly (readonly StoredInput[])[]>;
  /** See `InputReader.landmarks` in engines/engine.ts; of each series, in their order, in one statement. */
  landmarks(
    kind: string,
    wanted: readonly { readonly series: string; readonly from: string }[],
    member: string,
  ): Promise<readonly (readonly StoredInput[])[]>;
  /** The native entries that became them can go once nothing else stands on them. */
  forget(inputs: readonly InputName[]): Promise<void>;
  newest(kind: string): Promise<readonly StoredInput[]>;
  series(kind: string, prefix?: string): Promise<readonly string[]>;
  /** The series that start with each of the prefixes, in their order; one statement. */
  seriesOfEach(kind: string, prefixes: readonly string[]): Promise<readonly (readonly string[])[]>;
  /** Forgets the inputs of a kind whose keys lie between the two, exclusive, but never the newest of a series. */
  forgetBetween(kind: string, after: string, before: string): Promise<void>;
  /** By group; groups that made none are left out. */
  derivedKeys(engine: string, groups: readonly string[]): Promise<DerivedKeys>;
  /** The groups of these engines that made a record of this key the last time. Reads all of theirs. */
  groupsOf(
    engines: readonly string[],
    key: string,
  ): Promise<readonly { readonly engine: string; readonly group: string }[]>;
  /** A group without keys is forgotten. */
  setDerivedKeys(engine: string, keys: DerivedKeys): Promise<void>;
  /** Which version of each engine derived all that there was; of engines that never did nothing. */
  engineVersions(): Promise<ReadonlyMap<string, number>>;
  setEngineVersion(engine: string, version: number): Promise<void>;
  /** Runs the body while no other process derives any of these groups; it waits for those that do. */
  withLock<T>(engine: string, groups: readonly string[], body: () => Promise<T>): Promise<T>;
}

/** @param shown keeps up the data versions of what answers show of inputs; default: they show nothing */
export function createInputStore(
  db: Database,
  clock: Clock,
  shown: ShownInputs = nothingShown(db),
): InputStore {
  return {
    async put(inputs) {
      const distinct = oneOfEachName(inputs);
      if (distinct.length === 0) return { changed: 0 };
      const column = (pick: (input: RankedInput) => string | null) => textArray(distinct.map(pick), 'text');
      const statement = sql<{ n: bigint }>`
        WITH written AS (
          INSERT INTO input AS t (kind, series, key, data, rank)
          SELECT kind, series, key, data::jsonb, rank FROM unnest(
            ${column((input) => input.kind)}, ${column((input) => input.series)}, ${column((input) => input.key)},
            ${column((input) => JSON.stringify(input.data))}, ${column((input) => input.rank ?? null)})
            AS i(kind, series, key, data, rank)
          ORDER BY ${NAME_ORDER}
          ON CONFLICT (kind, series, key) DO UPDATE SET data = excluded.data, rank = excluded.rank
            WHERE t.data IS DISTINCT FROM excluded.data AND (excluded.rank > t.rank) IS NOT FALSE
          RETURNING 1)
        SELECT count(*) AS n FROM written`;
      const rows = await shown.write(
        distinct,
        (tx) => tx.run(statement),
        ([row]) => (row?.n ?? 0n) > 0n,
      );
      return { changed: Number(rows[0]?.n ?? 0n) };
    },
    async stored(inputs) {
      if (inputs.length === 0) return [];
      const column = (name: keyof InputName) =>
        textArray(
          inputs.map((input) => input[name]),
          'text',
        );
      return db.run(sql<InputName>`
        SELECT kind, series, key FROM input JOIN unnest(${column('kind')}, ${column('series')}, ${column('key')})
          AS i(kind, series, key) USING (kind, series, key)`);
    },
    async revise(inputs) {
      if (inputs.length === 0) return [];
      const column = (pick: (input: RankedInput) => string | null) => textArray(inputs.map(pick), 'text');
      const statement = sql<InputName>`
        WITH due AS MATERIALIZED (
          SELECT kind, series, key, i.data::jsonb AS data, i.rank FROM unnest(
            ${column((input) => input.kind)}, ${column((input) => input.series)}, ${column((input) => input.key)},
            ${column((input) => JSON.stringify(input.data))}, ${column((input) => input.rank ?? null)})
            AS i(kind, series, key, data, rank)
          JOIN input USING (kind, series, key) WHERE input.data IS DISTINCT FROM i.data::jsonb
          ORDER BY ${NAME_ORDER} FOR UPDATE OF input)
        UPDATE input AS t SET data = due.data, rank = due.rank FROM due
        WHERE (t.kind, t.series, t.key) = (due.kind, due.series, due.key) RETURNING t.kind, t.series, t.key`;
      return shown.write(
        inputs,
        (tx) => tx.run(statement),
        (revised) => revised.length > 0,
      );
    },
    async earlier(kind, series, before) {
      const rows = await db.run(sql<StoredInput>`
        SELECT kind, series, key, data FROM input WHERE kind = ${kind} AND series = ${series} AND key < ${before}
        ORDER BY key DESC LIMIT 1`);
      return rows[0] ?? null;
    },
    lists: (kind, series) =>
      db.run(sql<StoredInput>`
        SELECT kind, series, key, data FROM input
        WHERE kind = ${kind} AND series = ANY(${textArray(series, 'text')}) ORDER BY series, key`),
    between: (kind, series, from, to) =>
      db.run(sql<StoredInput>`
        SELECT kind, series, key, data FROM input
        WHERE kind = ${kind} AND series = ${series} AND key BETWEEN ${from} AND ${to} ORDER BY key`),
    async newestDays(kind, wanted) {
      const column = (name: 'series' | 'before') =>
        textArray(
          wanted.map((one) => one[name]),
          'text',
        );
      const rows = await db.run(sql<StoredInput & { ord: bigint }>`
        SELECT wanted.ord, kind, input.series, key, data
        FROM unnest(${column('series')}, ${column('before')}) WITH ORDINALITY AS wanted(series, before, ord)
        CROSS JOIN LATERAL (
          SELECT left(key, 10) COLLATE "C" AS day FROM input
          WHERE kind = ${kind} AND series = wanted.series AND key < wanted.before ORDER BY key DESC LIMIT 1) AS newest
        JOIN input ON kind = ${kind} AND input.series = wanted.series AND key >= newest.day AND key < newest.day || '~'
        ORDER BY wanted.ord, key`);
      const found = wanted.map((): StoredInput[] => []);
      for (const { ord, ...input } of rows) found[Number(ord) - 1]?.push(input);
      return found;
    },
    landmarks: (kind, wanted, member) => readLandmarks(db, kind, wanted, member),
    async forget(inputs) {
      if (inputs.length === 0) return;
      const column = (name: 'kind' | 'series' | 'key') =>
        textArray(
          inputs.map((input) => input[name]),
          'text',
        );
      await shown.writeAll(inputs, async (tx) => {
        await tx.run(sql`
          WITH gone AS MATERIALIZED (
            SELECT kind, series, key FROM input JOIN unnest(${column('kind')}, ${column('series')}, ${column('key')})
              AS i(kind, series, key) USING (kind, series, key)
            ORDER BY ${NAME_ORDER} FOR UPDATE OF input)
          DELETE FROM input USING gone
          WHERE (input.kind, input.series, input.key) = (gone.kind, gone.series, gone.key)`);
        const targets = inputs.map(
          ({ kind, series, key }) => ({ kind: 'input', subject: kind, series, key }) as const,
        );
        await supersedeTargets(tx, targets, clock.now());
      });
    },
    newest: (kind) =>
      db.run(sql<StoredInput>`
        ${seriesOf(kind, sql`''`)}
        SELECT last.* FROM step CROSS JOIN LATERAL (
          SELECT kind, series, key, data FROM input WHERE kind = ${kind} AND series = step.series
          ORDER BY key DESC LIMIT 1) AS last WHERE step.series IS NOT NULL ORDER BY step.series`),
    async series(kind, prefix = '') {
      const rows = await db.run(sql<{ series: string }>`
        ${seriesOf(kind, sql`${prefix}::text`)} SELECT series FROM step WHERE series IS NOT NULL ORDER BY series`);
      return rows.map((row) => row.series);
    },
    async seriesOfEach(kind, prefixes) {
      const rows = await db.run(sql<{ ord: bigint; series: string }>`
        SELECT wanted.ord, found.series
        FROM unnest(${textArray(prefixes, 'text')}) WITH ORDINALITY AS wanted(prefix, ord) CROSS JOIN LATERAL (
          ${seriesOf(kind, sql`wanted.prefix`)} SELECT series FROM step WHERE series IS NOT NULL) AS found
        ORDER BY wanted.ord, found.series`);
      const found = prefixes.map((): string[] => []);
      for (const { ord, series } of rows) found[Number(ord) - 1]?.push(series);
      return found;
    },
    async forgetBetween(kind, after, before) {
      const statement = sql`
        DELETE FROM input AS old WHERE kind = ${kind} AND key > ${after} AND key < ${before} AND EXISTS (
          SELECT FROM input AS newer WHERE newer.kind = ${kind} AND newer.series = old.series AND newer.key > old.key)
        RETURNING 1`;
      await shown.write(
        [{ kind }],
        (tx) => tx.run(statement),
        (gone) => gone.length > 0,
      );
    },
    async derivedKeys(engine, groups) {
      const rows = await db.run(sql<{ grp: string; keys: readonly string[] }>`
        SELECT grp, keys FROM derived WHERE engine = ${engine} AND grp = ANY(${textArray(groups, 'text')})`);
      return new Map(rows.map((row) => [row.grp, new Set(row.keys)]));
    },
    groupsOf: (engines, key) =>
      db.run(sql<{ engine: string; group: string }>`
        SELECT engine, grp AS "group" FROM derived
        WHERE engine = ANY(${textArray(engines, 'text')}) AND keys @> ${JSON.stringify([key])}::jsonb ORDER BY engine, grp`),
    async setDerivedKeys(engine, keys) {
      if (keys.size === 0) return;
      const groups = textArray([...keys.keys()], 'text');
      const lists = textArray(
        [...keys.values()].map((set) => JSON.stringify([...set].sort())),
        'text',
      );
      await db.run(sql`
        WITH now AS (SELECT grp, keys::jsonb AS keys FROM unnest(${groups}, ${lists}) AS n(grp, keys)),
        forgotten AS (DELETE FROM derived USING now WHERE engine = ${engine} AND derived.grp = now.grp AND now.keys = '[]')
        INSERT INTO derived (engine, grp, keys) SELECT ${engine}::text, grp, keys FROM now WHERE keys <> '[]'
        ON CONFLICT (engine, grp) DO UPDATE SET keys = excluded.keys WHERE derived.keys IS DISTINCT FROM excluded.keys`);
    },
    async engineVersions() {
      const rows = await db.run(
        sql<{ engine: string; version: number }>`SELECT engine, version FROM engine_version`,
      );
      return new Map(rows.map((row) => [row.engine, row.version]));
    },
    async setEngineVersion(engine, version) {
      await db.run(sql`
        INSERT INTO engine_version (engine, version) VALUES (${engine}, ${version})
        ON CONFLICT (engine) DO UPDATE SET version = excluded.version`);
    },
    withLock: (engine, groups, body) =>
      db.withLock(
        groups.map((group) => `derive ${engine} ${group}`),
        body,
      ),
  };
}

function oneOfEachName(inputs: readonly RankedInput[]): readonly RankedInput[] {
  const byName = new Map<string, RankedInput>();
  for (const input of inputs) {
    const name = JSON.stringify([input.kind, input.series, input.key]);
    const known = byName.get(name)?.rank ?? null;
    const { rank = null } = input;
    if (known === null || rank === null || rank > known) byName.set(name, input);
  }
  return [...byName.values()];
}

/** Rows are written and deleted in one order: of two processes that name them in others each could wait for the other. */
const NAME_ORDER = sql`kind COLLATE "C", series COLLATE "C", key COLLATE "C"`;

/** The series of a kind, from one to the next along the index: a scan would read every observation for it. */
function seriesOf(kind: string, prefix: RawBuilder<unknown>) {
  const next = (after: RawBuilder<unknown>) => sql`(
    SELECT series FROM input WHERE kind = ${kind} AND ${after} AND series < ${prefix} || ${'\u{10FFFF}'}::text COLLATE "C"
    ORDER BY series LIMIT 1)`;
  return sql`WITH RECURSIVE step AS (
    ${next(sql`series >= ${prefix}`)}
    UNION ALL
    SELECT ${next(sql`series > step.series`)} FROM step WHERE step.series IS NOT NULL)`;
}
