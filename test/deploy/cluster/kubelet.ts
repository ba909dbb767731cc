import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Container, PodSpec, Probe } from '../manifests.ts';
import type { KubeObject } from './objects.ts';

/** What a container has of its image. */
export interface Image {
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** The folder of the image's own programs. */
  readonly bin: string;
}

/** An image is not there at once: until it is, a pod has no container. */
const PULL_MS = 1000;

/** How a pod ended. */
export interface End {
  readonly tookMs: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A pod as the kubelet runs it, without namespaces: its container is a process on an address of its own, and what it
 * mounts lies below a folder.
 */
export interface Pod {
  readonly name: string;
  readonly ip: string;
  /** Below it are the paths that it mounts. */
  readonly root: string;
  /** What a kubelet would restart its container for, or could not start it for; null while it is well. */
  readonly failure: string | null;
  readonly isRunning: boolean;
  readonly isReady: boolean;
  /** What the liveness probe found last; null before it was asked. */
  readonly isLive: boolean | null;
  readonly end: End | null;
  /** Starts a command in its container, in the same environment. */
  execute(command: readonly string[]): ChildProcess;
  /** `preStop`, SIGTERM, and SIGKILL where both take longer than the grace period. */
  stop(): Promise<void>;
  /** At once. */
  kill(): Promise<void>;
}

export function startPod(options: {
  readonly name: string;
  readonly ip: string;
  readonly root: string;
  readonly spec: PodSpec;
  readonly image: Image;
  readonly secret: (name: string) => KubeObject | undefined;
  /** Called whenever it became ready, or no longer is, or failed. */
  readonly onChange: () => void;
}): Pod {
  const { name, ip, root, spec, secret, onChange } = options;
  const [container] = spec.containers;
  const over = new AbortController();
  const state: { -readonly [name in 'failure' | 'isReady' | 'isLive' | 'end']: Pod[name] } = {
    failure: null,
    isReady: false,
    isLive: null,
    end: null,
  };
  let output = '';

  const change = (to: Partial<typeof state>) => {
    Object.assign(state, to);
    onChange();
  };
  const fail = (reason: string) => {
    if (!over.signal.aborted) change({ failure: `${name}: ${reason}\n${output}`, isReady: false });
  };

  function start(): { readonly child: ChildProcess; readonly env: NodeJS.ProcessEnv } {
    mountVolumes(root, spec, secret);
    const env = { ...environmentOf(options), ...compileCache() };
    const [program = '', ...args] = [...options.image.command];
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output = `${output}${data.toString()}`.slice(-4000);
      });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended by itself with ${code}`));
    return { child, env };
  }

  /** One probe until the pod is stopped: `tell` hears of each result, and how many in a row were bad. */
  async function ask(probe: Probe, tell: (isGood: boolean, bad: number) => 'again' | 'enough') {
    const { path, port } = probe.httpGet;
    const url = `http://${ip}:${portOf(container, port)}${path}`;
    for (let bad = 0; ; ) {
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(probe.timeoutSeconds * 1000)]);
      const isGood = await fetch(url, { signal, redirect: 'manual' }).then(
        ({ status }) => status < 400,
        () => false,
      );
      if (over.signal.aborted) return;
      bad = isGood ? 0 : bad + 1;
      if (tell(isGood, bad) === 'enough') return;
      await delay(probe.periodSeconds * 1000, undefined, { signal: over.signal });
    }
  }

  async function probe() {
    const { startupProbe, readinessProbe, livenessProbe } = container;
    let hasStarted = false;
    await ask(startupProbe, (isGood, bad) => {
      hasStarted = isGood;
      if (bad >= startupProbe.failureThreshold) fail('startup probe failed');
      return isGood || state.failure ? 'enough' : 'again';
    });
    if (!hasStarted) return;
    await Promise.all([
      ask(readinessProbe, (isGood, bad) => {
        const isReady = isGood || (state.isReady && bad < readinessProbe.failureThreshold);
        if (isReady !== state.isReady) change({ isReady });
        return 'again';
      }),
      ask(livenessProbe, (isGood, bad) => {
        state.isLive = isGood;
        if (bad >= livenessProbe.failureThreshold) fail('liveness probe failed');
        return state.failure ? 'enough' : 'again';
      }),
    ]);
  }

  let running: ReturnType<typeof start> | undefined;
  async function run() {
    await delay(PULL_MS, undefined, { signal: over.signal });
    running = start();
    onChange();
    await probe();
  }
  run().catch((error: unknown) => fail(String(error)));

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const beganAt = performance.now();
    over.abort();
    const child = running?.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    const killing = setTimeout(() => child.kill('SIGKILL'), spec.terminationGracePeriodSeconds * 1000);
    const [program = '', ...args] = container.lifecycle.preStop.exec.command;
    const hook = signal === 'SIGTERM' ? promisify(execFile)(program, args, { env: running?.env }) : null;
    // The container is stopped all the same.
    await hook?.catch((error: unknown) => change({ failure: `${name}: preStop failed: ${String(error)}` }));
    child.kill(signal);
    await exited;
    clearTimeout(killing);
    change({
      isReady: false,
      end: { tookMs: performance.now() - beganAt, code: child.exitCode, signal: child.signalCode },
    });
  }

  return {
    name,
    ip,
    root,
    get failure() {
      return state.failure;
    },
    get isRunning() {
      return running !== undefined && state.failure === null && state.end === null;
    },
    get isReady() {
      return state.isReady;
    },
    get isLive() {
      return state.isLive;
    },
    get end() {
      return state.end;
    },
    execute([program = '', ...args]) {
      return spawn(program, args, { cwd: root, env: running?.env, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    stop: () => end('SIGTERM').catch((error: unknown) => change({ failure: `${name}: ${String(error)}` })),
    kill: () => end('SIGKILL'),
  };
}

/** A number, or the number of the container's port of that name. */
export function portOf(container: Container, port: string | number): number {
  if (typeof port === 'number') return port;
  const found = container.ports.find(({ name }) => name === port);
  if (!found) throw new Error(`there is no port "${port}"`);
  return found.containerPort;
}

function mountVolumes(root: string, spec: PodSpec, secret: (name: string) => KubeObject | undefined): void {
  mkdirSync(root, { mode: 0o755 });
  for (const { name, mountPath } of spec.containers[0].volumeMounts) {
    const volume = spec.volumes.find((one) => one.name === name);
    if (!volume) throw new Error(`volume "${name}" not found`);
    const folder = join(root, mountPath);
    mkdirSync(folder, { recursive: true });
    for (const { key, path } of volume.secret?.items ?? []) {
      const value = secretValue(secret, volume.secret?.secretName ?? '', key);
      const file = join(folder, path);
      writeFileSync(file, value, { mode: volume.secret?.defaultMode ?? 0o644 });
      if (process.getuid?.() === 0) chownSync(file, 0, spec.securityContext.fsGroup);
    }
  }
}

function secretValue(secret: (name: string) => KubeObject | undefined, name: string, key: string): Buffer {
  const found = secret(name);
  if (!found) throw new Error(`secret "${name}" not found`);
  const value = found.data?.[key];
  if (value === undefined) throw new Error(`couldn't find key ${key} in Secret default/${name}`);
  return Buffer.from(value, 'base64');
}

/** The image's and the manifest's; nothing of ours. Paths that are mounted are where they lie. */
function environmentOf({ ip, root, spec, image, secret }: Parameters<typeof startPod>[0]) {
  const [{ env, volumeMounts }] = spec.containers;
  const given = env.map(({ name, value, valueFrom }) => {
    const from = valueFrom?.secretKeyRef;
    return [name, from ? secretValue(secret, from.name, from.key).toString() : (value ?? '')] as const;
  });
  const within = (text: string) =>
    volumeMounts.some(({ mountPath }) => `${text}/`.startsWith(`${mountPath}/`)) ? join(root, text) : text;
  const inside = Object.entries({ ...image.env, ...Object.fromEntries(given) }).map(([name, value]) => [
    name,
    within(value),
  ]);
  return {
    ...Object.fromEntries(inside),
    HOST: ip, // all addresses would be those of the other pods, too
    TMPDIR: within('/tmp'),
    PATH: `${image.bin}:/usr/bin:/bin`,
  };
}

const compileCache = (): Readonly<Record<string, string>> =>
  process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {};
