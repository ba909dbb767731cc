import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stepsOf } from '../docs/guide-page.ts';
import { configNames } from './config-names.ts';
import { only, stagesOf } from './dockerfile.ts';
import { type Deployment, readCompose, readKubernetes } from './manifests.ts';

const guide = readFileSync('docs/deploying.md', 'utf8');
const image = stagesOf('Dockerfile').at(-1) ?? [];

test('base images are named by tag and digest, alike wherever they are named', () => {
  const named = [
    ...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm),
    ...readFileSync('compose.yaml', 'utf8').matchAll(/^ {4}image: (\S+)/gm),
  ].map(([, name = '']) => name);
  const tags = named.map((name) => /^([a-z]+:[\w.-]+)@sha256:[0-9a-f]{64}$/.exec(name)?.[1]);
  expect(tags).toEqual([
    'node:24-slim',
    'node:24-slim',
    'nginx:1.28-alpine',
    'postgres:18',
    'redis:8-alpine',
  ]);
  expect(new Set(named).size).toBe(new Set(tags).size);
});

test('a pod requests what a server was measured to need, and is stopped at no less than twice that', () => {
  const text = readFileSync('deploy/kubernetes.yaml', 'utf8');
  const figures = /requests: \{ cpu: (\d+)m, memory: (\d+)Mi \}\n\s+limits: \{ memory: (\d+)Gi \}/.exec(text);
  const [cpu = 0, memory = 0, mostGi = 0] = figures?.slice(1).map(Number) ?? [];
  const [mib, core] = /(\d+) MiB and (0\.\d+) of a core under load/.exec(guide)?.slice(1).map(Number) ?? [];
  const measured = [(core ?? Number.NaN) * 1_000, mib];
  expect([cpu, memory].map((figure, at) => figure >= (measured[at] ?? Number.NaN))).toEqual([true, true]);
  expect(mostGi * 1024).toBeGreaterThanOrEqual(2 * memory);
});

describe('compose.yaml', () => {
  const compose = readCompose();
  const servers = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

  test('runs two servers, with variables that the configuration knows', () => {
    expect(servers.map(([name]) => name)).toEqual(['server-1', 'server-2']);
    for (const [name, { environment = {} }] of servers) {
      expect(
        Object.keys(environment).filter((variable) => !configNames.has(variable)),
        name,
      ).toEqual([]);
    }
  });

  test('names files, secrets, volumes and services that there are', () => {
    const services = Object.values(compose.services);
    const mounts = services.flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    const [files, named] = [
      mounts.filter((it) => it.startsWith('./')),
      mounts.filter((it) => !it.startsWith('./')),
    ];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(named).toEqual(Object.keys(compose.volumes));
    const needed = services.flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
    for (const [, { environment, secrets = [] }] of servers) {
      expect(secrets).toEqual(Object.keys(compose.secrets));
      expect(environment?.SIGNING_KEY_FILE).toBe(`/run/secrets/${secrets[0]}`);
    }
  });

  test('takes from the environment what the guide says how to make', () => {
    const text = readFileSync('compose.yaml', 'utf8');
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect(required).toEqual(new Set(['POSTGRES_PASSWORD']));
    expect(guide).toContain('echo "POSTGRES_PASSWORD=');
    expect(Object.values(compose.secrets).map(({ file }) => file)).toEqual(['./signing-key.pem']);
    const ignored = readFileSync('.gitignore', 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'signing-key.pem']));
  });
});

describe('deploy/kubernetes.yaml', () => {
  const objects = readKubernetes();
  const deployment = objects.get('Deployment') as Deployment; // its fields are looked at below
  const { metadata, spec } = deployment.spec.template;
  const [server] = spec.containers;

  test('has a Deployment and what belongs to it, all of the same pods', () => {
    expect([...objects.keys()]).toEqual(['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy']);
    const { labels } = metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(objects.get('Service')).toMatchObject({ spec: { selector: labels } });
    expect(objects.get('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(objects.get('NetworkPolicy')).toMatchObject({ spec: { podSelector: { matchLabels: labels } } });
  });

  test('sets variables that the configuration knows, to the ports and paths that it names', () => {
    expect(server.env.map(({ name }) => name).filter((name) => !configNames.has(name))).toEqual([]);
    const value = (name: string) => server.env.find((variable) => variable.name === name)?.value;
    const ports = Object.fromEntries(server.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(only(image, 'EXPOSE')).toBe(String(ports.http));
    expect(value('METRICS_PORT')).toBe(String(ports.metrics));
    expect(metadata.annotations['prometheus.io/port']).toBe(String(ports.metrics));
    const mount = server.volumeMounts.find(({ name }) => name === 'signing-key')?.mountPath ?? '';
    expect(value('SIGNING_KEY_FILE')).toBe(join(mount, 'signing-key.pem'));
    expect(server.volumeMounts.map(({ mountPath }) => mountPath)).toContain(only(image, 'VOLUME'));
    expect(only(image, 'USER').split(':')[0]).toBe(String(spec.securityContext.runAsUser));
  });

  const secretCommand =
    stepsOf('docs/deploying.md', ['sh']).find(({ code }) => code.startsWith('kubectl create secret'))?.code ??
    'false';
  const variables = server.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  const files = spec.volumes.flatMap(({ secret }) => secret ?? []);
  const secrets = [...variables.map(({ name }) => name), ...files.map(({ secretName }) => secretName)];
  const keys = [...variables, ...files.flatMap(({ items }) => items)].map(({ key }) => key).toSorted();

  test('refers to what the command of the guide names', () => {
    const [, name] = /create secret generic (\S+)/.exec(secretCommand) ?? [];
    const given = [...secretCommand.matchAll(/--from-(?:literal|file)=([\w.-]+)/g)].map(([, key]) => key);
    expect(new Set(secrets)).toEqual(new Set([name]));
    expect(keys).toEqual(given.toSorted());
  });

  test('stops slower than the server does', () => {
    const [, wait] = server.lifecycle.preStop.exec.command;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(wait) + 10);
    const compose = readCompose().services['server-1']?.stop_grace_period ?? '';
    expect(Number.parseInt(compose, 10)).toBeGreaterThan(10);
  });
});
