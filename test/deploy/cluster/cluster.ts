import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Deployment, PodSpec, Service } from '../manifests.ts';
import { startApiServer } from './api-server.ts';
import type { Execute } from './exec-socket.ts';
import { type Image, type Pod, portOf, startPod } from './kubelet.ts';
import { hasLabels, type KubeObject, Objects } from './objects.ts';

/** A cluster of one machine, without one: the API, the controller of Deployments, and the pods of those as processes. */
export interface Cluster {
  readonly url: string;
  readonly objects: Objects;
  /** Also those that have ended. */
  readonly pods: readonly Pod[];
  /** Where the pods of a Service that are ready are reached. */
  endpoints(service: string): readonly string[];
  stop(): Promise<void>;
}

/** A pod, and what its Deployment makes of it. */
interface Scheduled {
  readonly pod: Pod;
  readonly deployment: string;
  /** Of the template that it was made by. */
  readonly hash: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  stoppedAt: string | null;
}

export async function startCluster(options: {
  /** Of its own: below it is what pods mount. */
  readonly dir: string;
  readonly image: Image;
  readonly minor: number;
  readonly openApi: Buffer | null;
}): Promise<Cluster> {
  const objects = new Objects();
  const scheduled: Scheduled[] = [];
  // Every pod has an address, so that all have the ports of the manifest; another cluster on the machine has others.
  const network = `127.${randomInt(64, 192)}.${randomInt(1, 255)}`;

  function start(deployment: Deployment, hash: string): void {
    const { name } = deployment.metadata;
    const { metadata, spec } = deployment.spec.template;
    const podName = `${name}-${hash}-${randomBytes(3).toString('hex')}`;
    const one: Scheduled = {
      pod: startPod({
        name: podName,
        ip: `${network}.${scheduled.length + 1}`,
        root: join(options.dir, podName),
        spec,
        image: options.image,
        secret: (secret) => objects.get('Secret', secret),
        onChange: () => {
          tell(one);
          reconcile();
        },
      }),
      deployment: name,
      hash,
      labels: { ...metadata.labels, 'pod-template-hash': hash },
      spec,
      stoppedAt: null,
    };
    scheduled.push(one);
    tell(one);
  }

  function stop(one: Scheduled): void {
    one.stoppedAt = new Date().toISOString();
    tell(one);
    void one.pod.stop(); // what fails of it is the pod's failure
  }

  /** Brings what runs closer to what is wanted, as far as goes now. Changes of pods and of Deployments call it. */
  function reconcile(): void {
    for (const object of objects.list('Deployment')) {
      const deployment = object as KubeObject & Deployment; // kubectl has validated it
      const { replicas, strategy, template } = deployment.spec;
      const { maxSurge, maxUnavailable } = strategy.rollingUpdate;
      const hash = createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 8);
      const live = () =>
        scheduled.filter(
          ({ deployment: of, stoppedAt }) => of === object.metadata.name && stoppedAt === null,
        );
      const isNew = (one: Scheduled) => one.hash === hash;
      while (live().filter(isNew).length < replicas && live().length < replicas + maxSurge)
        start(deployment, hash);
      for (const old of live().filter((one) => !isNew(one))) {
        const readyWithout = live().filter((one) => one !== old && one.pod.isReady).length;
        if (!old.pod.isReady || readyWithout >= replicas - maxUnavailable) stop(old);
      }
      const status = {
        observedGeneration: object.metadata.generation,
        replicas: live().length,
        updatedReplicas: live().filter(isNew).length,
        readyReplicas: live().filter(({ pod }) => pod.isReady).length,
        availableReplicas: live().filter(({ pod }) => pod.isReady).length,
        conditions: live().some(({ pod }) => pod.failure !== null) ? [FAILED] : [],
      };
      if (JSON.stringify(status) !== JSON.stringify(object.status)) objects.put({ ...object, status });
    }
  }

  /** Shows a pod in the API, while there is one. */
  function tell({ pod, labels, spec, stoppedAt }: Scheduled): void {
    const state = pod.isRunning ? { running: {} } : { waiting: { reason: 'ContainerCreating' } };
    const ready = { type: 'Ready', status: pod.isReady ? 'True' : 'False' };
    const container = { name: 'server', ready: pod.isReady, restartCount: 0, state };
    const object = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: pod.name, labels, ...(stoppedAt === null ? {} : { deletionTimestamp: stoppedAt }) },
      spec,
      status: {
        phase: pod.isRunning ? 'Running' : 'Pending',
        podIP: pod.ip,
        conditions: [ready],
        containerStatuses: [container],
      },
    };
    if (pod.end === null) objects.put(object);
    else objects.remove(object);
  }

  const execute: Execute = (name, container, command) => {
    const one = scheduled.find(({ pod }) => pod.name === name);
    if (!one?.pod.isRunning || (container !== null && container !== 'server'))
      return { refused: `container not found ("${container ?? ''}")` };
    return one.pod.execute(command);
  };

  objects.onChange(({ object }) => {
    const observed = object.status as { readonly observedGeneration?: number } | undefined; // set above
    if (object.kind === 'Deployment' && observed?.observedGeneration !== object.metadata.generation)
      reconcile();
  });
  const server = await startApiServer({ ...options, objects, execute });

  return {
    url: server.url,
    objects,
    get pods() {
      return scheduled.map(({ pod }) => pod);
    },
    endpoints(name) {
      const service = objects.get('Service', name) as (KubeObject & Service) | undefined; // kubectl has validated it
      const [port] = service?.spec.ports ?? [];
      if (!service || !port) return [];
      return scheduled.flatMap(({ pod, labels, spec, stoppedAt }) =>
        pod.isReady && stoppedAt === null && hasLabels(labels, service.spec.selector)
          ? [`http://${pod.ip}:${portOf(spec.containers[0], port.targetPort)}`]
          : [],
      );
    },
    async stop() {
      await server.stop();
      await Promise.all(scheduled.map(({ pod }) => pod.kill()));
    },
  };
}

/** Said at once, so that `rollout status` ends: a real one goes on trying for ten minutes. */
const FAILED = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' };
