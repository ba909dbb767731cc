import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AlertAdmin } from '../core/alerts/alert-admin.ts';
import type { Files } from '../core/files/files.ts';
import type { Ingest } from '../core/ingest/ingest.ts';
import type { AlertReceiver } from '../core/ingest/webhooks.ts';
import type { KeyAdmin } from '../core/keys/key-admin.ts';
import type { Reader } from '../core/read/read.ts';
import type { Snapshots } from '../core/read/snapshots.ts';
import { createVersions, type Versions } from '../core/read/versions.ts';
import type { Feed } from '../feed/feed.ts';
import { changesOf } from './changes/changes.ts';
import { API_CHANGE, CHANGES_TAG, registerChanges } from './changes/register-changes.ts';
import { RELEASES } from './changes/releases.ts';
import type { RestModule } from './extend.ts';
import { generatedModule } from './lists/generated-module.ts';
import { OPENAPI_PATH, registerDocuments } from './openapi/documents.ts';
import { EXAMPLES } from './openapi/examples.ts';
import { registerFeedSchemas } from './openapi/feed-schemas.ts';
import { collectOpenApi, LOCAL_URL, type OpenApiDocument } from './openapi/openapi.ts';
import { type ReferenceOptions, registerReference } from './openapi/reference.ts';
import { PROBLEM, routeSchema } from './openapi/route-schema.ts';
import { withMoment } from './request/moment.ts';
import { handlerOf } from './response/serve.ts';
import type { RestRoute } from './route.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { registerAlerts } from './routes/alert-routes.ts';
import { ALERTS_TAG } from './routes/alert-schemas.ts';
import { ALERT, ALERT_DELIVERY, ALERT_WITH_SECRET } from './routes/alert-shapes.ts';
import { fileList } from './routes/file-list.ts';
import { registerFiles } from './routes/file-routes.ts';
import { FILES_TAG } from './routes/file-schemas.ts';
import { INGEST_TAG, ingestResultSchema, registerIngest } from './routes/ingest-routes.ts';
import { registerKeys } from './routes/key-routes.ts';
import { API_KEY, KEYS_TAG } from './routes/key-schemas.ts';
import { searchRoutes } from './routes/search-routes.ts';
import { registerWebhooks, WEBHOOK_TAG } from './routes/webhook-routes.ts';
import type { RestServices } from './services.ts';

/** What the registry says of a feed, as far as REST is concerned. */
export interface RestFeed {
  readonly feed: Feed;
  /** Hand-written routes; without them the list that the feed declares. */
  readonly rest?: RestModule;
}

export interface RestOptions extends RestServices, ReferenceOptions {
  readonly modules: readonly RestFeed[];
  readonly ingest: Ingest;
  /** What comes in from strategies. */
  readonly alertReceiver: AlertReceiver;
  /** What goes out. */
  readonly alerts: AlertAdmin;
  readonly keyAdmin: KeyAdmin;
  readonly files: Files;
  /** Version of the program. */
  readonly version: string;
  /** See `Serving`. */
  readonly notModified: (request: FastifyRequest, reply: FastifyReply, etag: string) => boolean;
  readonly versions: Pick<Versions, 'begin'>;
  readonly snapshots: Snapshots;
}

export interface RestSurface {
  readonly name: 'rest';
  register(app: FastifyInstance): Promise<void>;
}

/** Every REST route, its OpenAPI document at `/api/openapi.json` and the reference at `/docs`. */
export function createRestSurface(options: RestOptions): RestSurface {
  const feeds = options.modules.map(({ feed }) => feed);
  const modules = [...options.modules.map(moduleOf), searchRoutes, accountRoutes];
  const { files } = options;
  const routes = [...modules.flatMap((module) => module.routes(options)), fileList(files, feeds)].map(
    withMoment,
  );
  const tags = [
    ...modules.flatMap((module) => module.tags),
    ALERTS_TAG,
    FILES_TAG,
    CHANGES_TAG,
    INGEST_TAG,
    WEBHOOK_TAG,
    KEYS_TAG,
  ];
  const { reader, ingest, alertReceiver, alerts, keyAdmin, notModified, versions, snapshots } = options;
  const serving = { reader, build: options.version, notModified, versions, snapshots };
  return {
    name: 'rest',
    register: async (app) => {
      await app.register(async (scope) => {
        await collectOpenApi(scope, { version: options.version, tags });
        describeOnly(scope);
        addComponents(scope, routes);
        for (const route of routes) {
          scope.route({
            method: 'GET',
            url: route.path,
            config: { access: route.access },
            schema: routeSchema(route),
            handler: handlerOf(route, serving),
          });
        }
        await scope.register(async (inner) => registerIngest(inner, ingest));
        await scope.register(async (inner) => registerWebhooks(inner, alertReceiver));
        await scope.register(async (inner) => registerAlerts(inner, alerts));
        await scope.register(async (inner) => registerKeys(inner, keyAdmin));
        registerFiles(scope, {
          files,
          modules: feeds.map(({ module }) => module),
          publicUrl: options.publicUrl,
          notModified,
        });
        registerChanges(scope, changesOf(routes, feeds, RELEASES), options.publicUrl);
        registerDocuments(scope, options.publicUrl);
        registerReference(scope, options);
        registerFeedSchemas(scope, feeds, options.publicUrl);
      });
    },
  };
}

/** The OpenAPI document without a server: for `codegen.ts`. */
export async function buildOpenApi(
  options: Pick<RestOptions, 'modules' | 'version' | 'publicUrl'> & {
    /** Modules that take records. */
    readonly ingestModules: readonly string[];
  },
): Promise<OpenApiDocument> {
  const { ingestModules, ...rest } = options;
  const surface = createRestSurface({
    ...rest,
    publicUrl: options.publicUrl ?? LOCAL_URL,
    reader: { search: { feeds: [] } } as unknown as Reader, // routes are described here, none is served
    exports: { open: () => Promise.reject(new Error('nothing is served here')) },
    ingest: { modules: ingestModules } as Ingest, // likewise
    alertReceiver: {} as AlertReceiver, // likewise
    alerts: {} as AlertAdmin, // likewise
    keyAdmin: {} as KeyAdmin, // likewise
    files: {} as Files, // likewise
    tiers: [],
    usage: () => Promise.reject(new Error('nothing is served here')),
    notModified: () => false,
    versions: createVersions([]),
    snapshots: {} as Snapshots, // likewise
  });
  const app = fastify();
  await surface.register(app);
  const answer = await app.inject(OPENAPI_PATH);
  await app.close();
  return answer.json<OpenApiDocument>();
}

function moduleOf({ feed, rest }: RestFeed): RestModule {
  return rest ?? generatedModule(feed);
}

/**
 * Schemas of routes describe; they do not act: parameters are read by the `Param`s the schemas come from, which name
 * what is allowed, and answers are already what their schema says.
 */
function describeOnly(scope: FastifyInstance): void {
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

function addComponents(scope: FastifyInstance, routes: readonly RestRoute[]): void {
  const components = new Map<string, object>([
    ['Problem', PROBLEM],
    ['IngestResult', ingestResultSchema],
    ['ApiKey', API_KEY],
    ['Alert', ALERT],
    ['AlertWithSecret', ALERT_WITH_SECRET],
    ['AlertDelivery', ALERT_DELIVERY],
    ['ApiChange', API_CHANGE],
  ]);
  for (const { answer } of routes) {
    const named = answer.kind === 'csv' ? {} : (answer.components ?? {});
    for (const [name, schema] of Object.entries(named)) components.set(name, schema);
  }
  for (const [name, schema] of components) {
    const example = EXAMPLES[name];
    scope.addSchema({ $id: name, ...schema, ...(example ? { examples: [example] } : {}) });
  }
}
