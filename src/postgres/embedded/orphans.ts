import { readdir, readFile, readlink } from 'node:fs/promises';
import { signalProcess } from './postmaster.ts';

/**
 * Ends the backends that outlived a killed postmaster: one in the middle of a long query would not notice before
 * its end, and keeps new servers out so long. Nothing is lost, what they did not commit is rolled back anyway.
 * Called under the start-stop lock while no postmaster runs. Only Linux shows which processes these are; elsewhere
 * the start waits for them.
 */
export async function endOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await isBackend(name, cluster))) signalProcess(Number(name), 'SIGKILL');
  }
}

/** A backend works in its cluster's directory, as a person's shell may do too, and goes by a title of its own. */
async function isBackend(pid: string, cluster: string): Promise<boolean> {
  try {
    if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false;
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith('postgres: ');
  } catch {
    // Gone meanwhile, or another user's and so none of this cluster.
    return false;
  }
}
