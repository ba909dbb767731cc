import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

/** What every object of Kubernetes has, and what tests look at of some. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly resourceVersion?: string;
    /** Counts the changes of `spec`. */
    readonly generation?: number;
    /** Set once its end has begun. */
    readonly deletionTimestamp?: string;
  };
  readonly spec?: object;
  readonly status?: object;
  /** Of a Secret: values in base64. */
  readonly data?: Readonly<Record<string, string>>;
}

/** A kind of the cluster; `group` is empty for the core. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly shortNames?: readonly string[];
}

export const KINDS: readonly Kind[] = [
  { group: '', version: 'v1', kind: 'Secret', resource: 'secrets' },
  { group: '', version: 'v1', kind: 'Service', resource: 'services' },
  { group: '', version: 'v1', kind: 'Pod', resource: 'pods' },
  { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments', shortNames: ['deploy'] },
  { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget', resource: 'poddisruptionbudgets' },
  { group: 'networking.k8s.io', version: 'v1', kind: 'NetworkPolicy', resource: 'networkpolicies' },
];

export const groupVersion = ({ group, version }: Kind): string => (group ? `${group}/${version}` : version);

export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
}

/** The objects of one namespace: what etcd is to a cluster. */
export class Objects {
  readonly #byPath = new Map<string, KubeObject>();
  readonly #changes = new EventEmitter<{ change: [Change] }>().setMaxListeners(0);
  #version = 0;

  /** The version of the latest change. */
  get version(): string {
    return String(this.#version);
  }

  get(kind: string, name: string): KubeObject | undefined {
    return this.#byPath.get(`${kind}/${name}`);
  }

  list(kind: string, isWanted: (object: KubeObject) => boolean = () => true): readonly KubeObject[] {
    return [...this.#byPath.values()].filter((object) => object.kind === kind && isWanted(object));
  }

  /** Creates or replaces; what a server sets of an object's metadata is set here. */
  put(object: KubeObject): KubeObject {
    const path = `${object.kind}/${object.metadata.name}`;
    const before = this.#byPath.get(path);
    this.#version += 1;
    const isSameSpec = JSON.stringify(before?.spec) === JSON.stringify(object.spec);
    const generation = before?.metadata.generation ?? 0;
    const metadata = {
      uid: randomUUID(),
      creationTimestamp: new Date().toISOString(),
      ...before?.metadata,
      ...object.metadata,
      namespace: 'default',
      generation: isSameSpec ? generation : generation + 1,
      resourceVersion: this.version,
    };
    const kept = { ...object, metadata };
    this.#byPath.set(path, kept);
    this.#changes.emit('change', { type: before ? 'MODIFIED' : 'ADDED', object: kept });
    return kept;
  }

  remove({ kind, metadata }: KubeObject): void {
    const object = this.get(kind, metadata.name);
    if (!object) return;
    this.#version += 1;
    this.#byPath.delete(`${kind}/${metadata.name}`);
    this.#changes.emit('change', { type: 'DELETED', object });
  }

  /** Calls back for every change from now on; returns what ends that. */
  onChange(listener: (change: Change) => void): () => void {
    this.#changes.on('change', listener);
    return () => this.#changes.off('change', listener);
  }
}

type Labels = Readonly<Record<string, string>>;

export const hasLabels = (labels: Labels | undefined, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => labels?.[name] === value);
