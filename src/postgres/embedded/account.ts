import { execFile } from 'node:child_process';
import { chown, lchown, lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** The user that PostgreSQL runs as: itself, because it refuses to be root. */
export interface Account {
  /** Put before the command. */
  readonly prefix: readonly string[];
  /** What the process switches to before it runs the command. */
  readonly switchTo?: { readonly uid: number; readonly gid: number };
  /** Who must own the cluster, as seen from out here; undefined: the account that makes it. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

export interface Command {
  readonly file: string;
  readonly args: string[];
  readonly options: { uid?: number; gid?: number; cwd: string; env: Record<string, string> };
}

/** In such a namespace root goes by another number and owns the same files, which need no chown. */
const inUserNamespace: Account = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
  owner: { uid: 0, gid: 0 },
};

// PostgreSQL takes settings from PG* variables; a fixed environment keeps the caller's away.
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** Finds the first account under which the server's binary runs, by running it. `version` is for instance `18.4`. */
export async function findAccount(postgres: string): Promise<{ account: Account; version: string }> {
  const failures: string[] = [];
  for (const account of await candidates()) {
    try {
      const answer = await run(account, postgres, ['--version']);
      return { account, version: answer.trim().split(' ').at(-1) ?? '' };
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`The embedded PostgreSQL does not run here, set DATABASE_URL: ${failures.join('; ')}`);
}

/** Runs a command of PostgreSQL to its end and answers what it printed; rejects with its complaint in one line. */
export async function run(account: Account, file: string, args: readonly string[]): Promise<string> {
  const command = commandFor(account, file, args);
  try {
    return (await promisify(execFile)(command.file, command.args, command.options)).stdout;
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const complaint = stderr.split('\n').slice(-3).join(' ') || String(error);
    throw new Error(`${[...account.prefix, basename(file)].join(' ')} failed: ${complaint}`, {
      cause: error,
    });
  }
}

export function commandFor(account: Account, file: string, args: readonly string[]): Command {
  const [first = file, ...rest] = [...account.prefix, file, ...args];
  // The root directory: the account may not be allowed to see the caller's.
  return { file: first, args: rest, options: { ...account.switchTo, cwd: '/', env: environment } };
}

/** Gives a whole directory to the account, so that a cluster survives a change of account. */
export async function takeOwnership(account: Account, dir: string): Promise<void> {
  if (!account.owner || (await lstat(dir)).uid === account.owner.uid) return;
  const { uid, gid } = account.owner;
  for (const entry of await readdir(dir, { recursive: true })) await lchown(join(dir, entry), uid, gid);
  // Last, because it is what the check above looks at.
  await chown(dir, uid, gid);
}

async function candidates(): Promise<Account[]> {
  if (process.getuid?.() !== 0) return [{ prefix: [] }];
  const passwd = await readFile('/etc/passwd', 'utf8');
  const users = ['postgres', 'nobody'].flatMap((name) => findUser(passwd, name));
  return [inUserNamespace, ...users.map((user) => ({ prefix: [], switchTo: user, owner: user }))];
}

function findUser(passwd: string, name: string): { uid: number; gid: number }[] {
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  const user = { uid: Number(uid), gid: Number(gid) };
  return user.uid > 0 && user.gid >= 0 ? [user] : [];
}
