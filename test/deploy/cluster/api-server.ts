import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { acceptExec, type Execute } from './exec-socket.ts';
import { groupVersion, hasLabels, KINDS, type Kind, type KubeObject, type Objects } from './objects.ts';

/** A refusal, which a server answers with as a `Status`. */
class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
}

/** What a path below a group's names: a kind, and an object of it or all. */
interface Target {
  readonly kind: Kind;
  readonly name: string | undefined;
}

/**
 * The API of Kubernetes, as far as kubectl needs it to apply objects of some kinds, to wait for a rollout and to execute
 * a command in a pod. Everybody is let in.
 */
export async function startApiServer(options: {
  readonly objects: Objects;
  /** The minor version that it says it is. */
  readonly minor: number;
  /** What kubectl validates with: OpenAPI 2 in Protobuf. */
  readonly openApi: Buffer | null;
  readonly execute: Execute;
}): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { objects, minor, openApi } = options;
  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => refuse(response, error));
  });

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(message.url ?? '/', 'http://server');
    const request = { method: message.method ?? '', path: pathname, query: searchParams, message };
    if (pathname === '/openapi/v2') {
      response.setHeader('content-type', 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
      response.end(openApi ?? EMPTY_OPEN_API);
      return;
    }
    const found = discover(pathname, minor);
    if (found) return send(response, 200, found);
    const target = targetOf(pathname);
    if (request.query.get('watch') === 'true') return watch(request, target, response);
    const [status, body] = await act(request, target);
    send(response, status, body);
  }

  async function act(request: Request, { kind, name }: Target): Promise<readonly [number, object]> {
    const { method, message } = request;
    if (method === 'GET' && name === undefined) {
      const items = objects.list(kind.kind, wantedBy(request.query));
      const metadata = { resourceVersion: objects.version };
      return [200, { apiVersion: groupVersion(kind), kind: `${kind.kind}List`, metadata, items }];
    }
    if (method === 'POST' && name === undefined) {
      const object = JSON.parse(await text(message)) as KubeObject; // checked in the next line
      if (object.kind !== kind.kind || object.apiVersion !== groupVersion(kind))
        throw new Refusal(400, 'BadRequest', `this is not the place for ${object.apiVersion} ${object.kind}`);
      if (objects.get(kind.kind, object.metadata.name))
        throw new Refusal(409, 'AlreadyExists', `${kind.resource} "${object.metadata.name}" already exists`);
      return [201, objects.put(object)];
    }
    const object = objects.get(kind.kind, name ?? '');
    if (!object) throw new Refusal(404, 'NotFound', `${kind.resource} "${name}" not found`);
    if (method === 'GET') return [200, object];
    if (method === 'PATCH') return [200, objects.put(await patched(object, message))];
    throw new Refusal(405, 'MethodNotAllowed', `${method} of ${kind.resource}`);
  }

  /** What is there, unless the client knows it, then changes as they come. */
  function watch({ query }: Request, { kind }: Target, response: ServerResponse): void {
    const isWanted = wantedBy(query);
    const tell = (type: string, object: KubeObject) => {
      if (object.kind === kind.kind && isWanted(object))
        response.write(`${JSON.stringify({ type, object })}\n`);
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    const known = Number(query.get('resourceVersion') ?? 0);
    for (const object of objects.list(kind.kind))
      if (Number(object.metadata.resourceVersion) > known) tell('MODIFIED', object);
    response.on(
      'close',
      objects.onChange(({ type, object }) => tell(type, object)),
    );
  }

  acceptExec(server, options.execute);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not a TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A document of no kinds at all, with which nothing is validated. */
const EMPTY_OPEN_API = Buffer.from('\n\x032.0');

/** What there is, in the older of the two forms, which every kubectl knows. */
function discover(path: string, minor: number): object | undefined {
  if (path === '/version') return { major: '1', minor: String(minor), gitVersion: `v1.${minor}.0` };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis') {
    const named = KINDS.filter(({ group }) => group !== '');
    const groups = named.map((kind) => {
      const version = { groupVersion: groupVersion(kind), version: kind.version };
      return { name: kind.group, versions: [version], preferredVersion: version };
    });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  }
  const kinds = KINDS.filter((kind) => prefixOf(kind) === path);
  if (kinds.length === 0) return undefined;
  const resources = kinds.map(({ kind, resource, shortNames }) => ({
    name: resource,
    shortNames,
    singularName: kind.toLowerCase(),
    namespaced: true,
    kind,
    verbs: ['create', 'get', 'list', 'patch', 'watch'],
  }));
  const [, , ...group] = path.split('/');
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: group.join('/'), resources };
}

const prefixOf = (kind: Kind): string => `/${kind.group ? 'apis' : 'api'}/${groupVersion(kind)}`;

function targetOf(path: string): Target {
  for (const kind of KINDS) {
    const all = `${prefixOf(kind)}/namespaces/default/${kind.resource}`;
    if (path === all) return { kind, name: undefined };
    const name = path.startsWith(`${all}/`) ? path.slice(all.length + 1) : '';
    if (/^[a-z0-9-]+$/.test(name)) return { kind, name };
  }
  throw new Refusal(404, 'NotFound', `there is no ${path} on this server`);
}

/** By the labels or the name that a request asks for; any other selection is refused. */
function wantedBy(query: URLSearchParams): (object: KubeObject) => boolean {
  const labels = equalities(query.get('labelSelector'));
  const { 'metadata.name': name, ...others } = equalities(query.get('fieldSelector'));
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Refusal(400, 'BadRequest', `no selection by ${other}`);
  return (object) =>
    hasLabels(object.metadata.labels, labels) && (name === undefined || object.metadata.name === name);
}

function equalities(selector: string | null): Readonly<Record<string, string>> {
  if (!selector) return {};
  const pairs = selector.split(',').map((pair) => /^([\w./-]+)=([\w.-]+)$/.exec(pair));
  if (pairs.includes(null)) throw new Refusal(400, 'BadRequest', `no selector of equalities: ${selector}`);
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
}

/** Merges by the rules of each field (`strategic`), which kubectl has from the same Go types as a server. */
async function patched(object: KubeObject, message: IncomingMessage): Promise<KubeObject> {
  const HOW = /^application\/(strategic|merge|json)(?:-merge)?-patch\+json$/;
  const [, how] = HOW.exec(message.headers['content-type'] ?? '') ?? [];
  if (how === undefined) throw new Refusal(415, 'UnsupportedMediaType', 'no patch of this server');
  const patch = await text(message);
  const args = ['patch', '--local', '-o', 'json', '--type', how, '-p', patch, '-f', '-'];
  const running = promisify(execFile)('kubectl', args);
  running.child.stdin?.end(JSON.stringify(object));
  const { stdout } = await running;
  return JSON.parse(stdout) as KubeObject; // what it was, changed
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
  const { status: code, reason, message } = refusal;
  send(response, code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code });
}
