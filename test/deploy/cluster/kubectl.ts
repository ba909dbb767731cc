import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

/** The minor version of the installed kubectl, as 32 of 1.32; null without one. */
export const kubectlMinor = minorOf();
if (kubectlMinor === null && process.env.REQUIRE_KUBECTL === '1')
  throw new Error('REQUIRE_KUBECTL=1, but there is no kubectl');

export const KUBECTL_SKIP = 'skipped without kubectl; install it, or the package kubernetes-client';

/** Older ones know SPDY alone, which browsers, Node and by now Kubernetes have dropped. */
export const EXEC_MINOR = 30;

/** A kubectl that speaks to a server without asking who is asked: a file for `KUBECONFIG`. */
export function writeKubeconfig(dir: string, server: string): string {
  const path = join(dir, 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server } }],
    users: [{ name: 'test', user: {} }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace: 'default' } }],
    'current-context': 'test',
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/**
 * The OpenAPI document of Kubernetes that kubectl carries for its `kustomize`, as a server would send it (version 2, in
 * Protobuf); null for a kubectl that has none, or is not the program itself. With it kubectl validates what it applies. It
 * is of Kubernetes 1.21 in all of them so far: a field that came later is none to it.
 */
export function openApiOfKubectl(): Buffer | null {
  const path = execFileSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' }).trim();
  const program = readFileSync(realpathSync(path));
  const gzip = Buffer.from([0x1f, 0x8b, 0x08]);
  const document = Buffer.from('\n\x032.0\x12');
  // Go programs hold many zipped texts; what follows one is no part of it and is passed over.
  for (let at = program.indexOf(gzip); at >= 0; at = program.indexOf(gzip, at + 1)) {
    const [start] = unzip(program.subarray(at, at + 1024));
    if (start?.subarray(0, document.length).equals(document)) return unzip(program.subarray(at))[0] ?? null;
  }
  return null;
}

/** Nothing, when it is not zipped after all. */
function unzip(bytes: Buffer): readonly [Buffer] | readonly [] {
  try {
    return [gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })];
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) return [];
    throw error;
  }
}

function minorOf(): number | null {
  try {
    const text = execFileSync('kubectl', ['version', '--client', '-o', 'json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { clientVersion } = JSON.parse(text) as { readonly clientVersion: { readonly minor: string } }; // kubectl's
    return Number.parseInt(clientVersion.minor, 10); // "32+" where somebody else built it
  } catch {
    return null;
  }
}
