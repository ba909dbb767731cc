import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

/** The parts of compose.yaml that tests look at. */
export interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build?: string;
        readonly environment?: Readonly<Record<string, string | number>>;
        readonly secrets?: readonly string[];
        readonly volumes?: readonly string[];
        readonly depends_on?: Readonly<Record<string, object>>;
        readonly stop_grace_period?: string;
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

/** The parts of a Kubernetes Deployment that tests look at. */
export interface Deployment {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly strategy: {
      readonly rollingUpdate: { readonly maxUnavailable: number; readonly maxSurge: number };
    };
    readonly template: {
      readonly metadata: {
        readonly labels: Readonly<Record<string, string>>;
        readonly annotations: Readonly<Record<string, string>>;
      };
      readonly spec: PodSpec;
    };
  };
}

export interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: {
    readonly runAsUser: number;
    readonly runAsGroup: number;
    readonly fsGroup: number;
  };
  readonly containers: readonly [Container];
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: {
      readonly secretName: string;
      readonly defaultMode: number;
      readonly items: readonly { readonly key: string; readonly path: string }[];
    };
  }[];
}

export interface Container {
  readonly name: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

/** The parts of a Kubernetes Service that tests look at. */
export interface Service {
  readonly spec: {
    readonly selector: Readonly<Record<string, string>>;
    readonly ports: readonly { readonly port: number; readonly targetPort: string | number }[];
  };
}

/** compose.yaml with its variables put in: from `env`, or what it says instead. */
export function readCompose(env: Readonly<Record<string, string>> = {}): Compose {
  const text = readFileSync('compose.yaml', 'utf8').replace(
    /\$\{(\w+):[-?]([^}]*)\}/g,
    (_, name: string, otherwise: string) => env[name] ?? otherwise,
  );
  return parse(text, { merge: true }) as Compose; // our own file
}

/** The objects of deploy/kubernetes.yaml by kind. */
export function readKubernetes(): ReadonlyMap<string, object> {
  const documents = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8'));
  return new Map(
    documents.map((document) => {
      const [error] = document.errors;
      if (error) throw error;
      const object = document.toJS() as { readonly kind: string }; // as every object of Kubernetes has it
      return [object.kind, object];
    }),
  );
}
