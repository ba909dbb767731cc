import type { CapturePart, CaptureStore } from '../../core/capture/capture-store.ts';
import type { Clock } from '../../core/ports.ts';
import { type Database, lockFor, type Transaction } from '../connection/database.ts';
import type { CaptureRow, HashedEntry, HashedPart, StoredCapture } from './capture-progress.ts';
import { openCapture } from './capture-progress.ts';
import { rowOf } from './capture-rows.ts';
import { contentHash } from './entry-content.ts';
import { putCaptures } from './put-captures.ts';
import { type GivenEntry, nameOf, putEntries } from './put-entries.ts';
import { putMembers } from './put-members.ts';
import { addOutcomes, replaceOutcomes, supersede } from './put-outcomes.ts';
import { readEntriesOf } from './read-entries.ts';
import { supersedeTargets } from './supersede-targets.ts';
import { turnOf } from './turns.ts';

/**
 * Native entries in the tables `capture` and `entry` with those around them. Contents are stored once, in blocks.
 * `shared` names the feeds of which a record is made of all entries that became it, not of the latest.
 */
export function createCaptureStore(
  db: Database,
  { clock, shared }: { readonly clock: Clock; readonly shared: ReadonlySet<string> },
): CaptureStore {
  return {
    open: openCapture,
    async keep(parts) {
      const kept = parts
        .map(hashed)
        .filter(({ capture, entries }) => capture.row !== null || entries.length > 0);
      if (kept.length === 0) return;
      const rows = await db.transaction((tx) => putParts(tx, kept, { shared, at: clock.now() }));
      for (const [index, { capture, entries }] of kept.entries()) {
        capture.row = rows[index] ?? null;
        capture.advance(entries);
      }
    },
    withLock: (module, body) =>
      db.together(async () => {
        await lockFor(db, turnOf(module));
        return body();
      }),
    async release(targets) {
      const own = targets.filter(({ subject }) => !shared.has(subject));
      await db.transaction((tx) => supersedeTargets(tx, own, clock.now()));
    },
    entriesOf: (targets, limit) => readEntriesOf(db, targets, limit),
  };
}

const hashed = ({ capture, entries, isEnd }: CapturePart): HashedPart => ({
  capture: capture as StoredCapture, // as `open` made it
  entries: entries.map((entry) => ({
    ...entry,
    hash: contentHash(entry.content),
    rows: entry.outcomes.map(rowOf),
  })),
  isEnd,
});

/** The rows of the captures. */
async function putParts(
  tx: Transaction,
  parts: readonly HashedPart[],
  { shared, at }: { readonly shared: ReadonlySet<string>; readonly at: Date },
): Promise<readonly CaptureRow[]> {
  // Two that touch the same entries in different orders would wait for each other.
  const modules = new Set(parts.map(({ capture }) => capture.head.module));
  for (const module of [...modules].sort()) await lockFor(tx, turnOf(module));
  const rows = await putCaptures(
    tx,
    parts.map(({ capture }) => capture),
    at,
  );
  const given = new Map<string, GivenEntry>();
  const identities = parts.map(({ capture, entries }, index) => {
    const row = rows[index] as CaptureRow; // one each
    return entries.map((entry) => addGiven(given, capture, row, entry));
  });
  const put = await putEntries(tx, [...given.values()], at);
  await addOutcomes(tx, put.added);
  await replaceOutcomes(tx, put.replaced);
  const ids = new Map([...given.keys()].map((identity, index) => [identity, put.ids[index] ?? 0n]));
  const made = parts.flatMap(({ entries }, index) =>
    entries.flatMap((entry, nth) => {
      const id = ids.get(identities[index]?.[nth] ?? '') ?? 0n;
      return entry.rows.map((row) => ({ ...row, entry: id }));
    }),
  );
  await supersede(
    tx,
    made.filter(({ subject }) => !shared.has(subject)),
    at,
  );
  const members = identities.map((list) => list.map((identity) => ids.get(identity) ?? 0n));
  await putMembers(
    tx,
    parts.map((part, index) => ({ ...part, row: rows[index] as CaptureRow, members: members[index] ?? [] })), // one each
    at,
  );
  return rows;
}

/** Adds an entry to those of its content and context. Returns which those are. */
function addGiven(
  given: Map<string, GivenEntry>,
  { head: { parser, version } }: StoredCapture,
  capture: CaptureRow,
  { hash, content, rows }: HashedEntry,
): string {
  const identity = `${hash} ${capture.context}`;
  const outcomes = [...(given.get(identity)?.outcomes ?? []), ...rows];
  const distinct = [...new Map(outcomes.map((outcome) => [nameOf(outcome), outcome])).values()];
  given.set(identity, { hash, content, capture, parser, version, outcomes: distinct });
  return identity;
}
