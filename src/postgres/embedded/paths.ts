import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything the embedded server keeps, all of it in DATA_DIR except a socket whose path would be too long. */
export interface EmbeddedPaths {
  readonly dataDir: string;
  readonly cluster: string;
  /** Held around every decision to start or stop; never removed, or two processes could lock two files. */
  readonly lock: string;
  readonly clients: string;
  readonly log: string;
  readonly socketDir: string;
}

/** Where an initdb works until it is whole; a crash leaves nothing else behind. */
export const unfinishedClusterPrefix = 'postgres.new-';

// sun_path holds 108 bytes on Linux and 104 on macOS with its closing NUL, and PostgreSQL adds the file below.
const maxSocketPathBytes = 103;
const socketFile = '.s.PGSQL.5432';

/** `dataDir` must be a real path: its hash names the socket directory, so two spellings would be two servers. */
export function pathsIn(dataDir: string): EmbeddedPaths {
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    lock: join(dataDir, 'postgres.lock'),
    clients: join(dataDir, 'postgres-clients'),
    log: join(dataDir, 'postgres.log'),
    socketDir: chooseSocketDir(dataDir),
  };
}

function chooseSocketDir(dataDir: string): string {
  const name = `alpha-data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const candidates = [join(dataDir, 'postgres-socket'), join(tmpdir(), name)];
  return candidates.find(isUsableSocketDir) ?? join('/tmp', name);
}

// PostgreSQL splits its setting at commas and quotes.
function isUsableSocketDir(dir: string): boolean {
  return Buffer.byteLength(join(dir, socketFile)) <= maxSocketPathBytes && !/[",]/.test(dir);
}
