import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.ts';
import { type Connection, newClient } from '../postgres/connection/connection.ts';
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';

/** Starts the embedded store or looks for that of `DATABASE_URL`. Throws ConfigError. */
export async function openStore(
  config: Config,
  logger: Logger,
  signal?: AbortSignal,
): Promise<{ readonly connection: Connection; stop(): Promise<void> }> {
  if (config.databaseUrl !== null) {
    const connection = { url: config.databaseUrl };
    await checkConnection(connection);
    return { connection, stop: async () => undefined };
  }
  try {
    return await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (message) => logger.debug(message),
      keepRunning: { warn: (message) => logger.warn(message) },
      ...(signal && { signal }),
    });
  } catch (error) {
    // System errors say EEXIST and a path; what to change is the variable.
    if (error instanceof Error && 'syscall' in error) {
      throw new ConfigError(`DATA_DIR ${config.dataDir} cannot be used: ${error.message}`);
    }
    throw error;
  }
}

/** Says in one line what is wrong with `DATABASE_URL`; the URL itself may hold a password. */
async function checkConnection(connection: Connection): Promise<void> {
  try {
    const client = newClient(connection);
    await client.connect().finally(() => client.end());
  } catch (error) {
    throw new ConfigError(`DATABASE_URL cannot be used: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (/client password must be a/.test(error.message)) return 'the server asks for a password';
  // Of a host with several addresses, none of which answers, Node gives the code alone.
  return error.message || ('code' in error ? String(error.code) : error.name);
}
