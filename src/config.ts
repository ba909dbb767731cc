import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_TIERS, type Tier } from './core/access/tiers.ts';
import { parseTiers } from './core/access/tiers-file.ts';
import {
  DEFAULT_ENDPOINT_RULES,
  type EndpointRule,
  parseEndpointRules,
} from './core/alerts/alert-endpoints.ts';
import { isMailSender, type MailServer } from './core/alerts/mail-server.ts';
import { parseThinningPlan, THINNING_PLAN, type ThinningStep } from './core/thinning-plan.ts';

/** The environment, read once. Nothing else in the service looks at `process.env`. */
export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null: the embedded server in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Null: processes share quotas through the store alone. */
  readonly redisUrl: string | null;
  readonly logLevel: LogLevel;
  readonly trustProxyHops: number;
  /** Origin and path prefix clients see, without a slash at the end; null: derived from the request. */
  readonly publicUrl: string | null;
  /** Whom users tell of trouble, `mailto:` or a page; null: not said. */
  readonly contactUrl: string | null;
  readonly signingKeyFile: string | null;
  /** JSON with addresses and options of the providers; null: their defaults. */
  readonly sourcesFile: string | null;
  readonly tiers: readonly Tier[];
  /** Null: every origin. */
  readonly corsOrigins: readonly string[] | null;
  readonly openFeedsPerMinute: number;
  /** Where alerts may be delivered to. */
  readonly alertEndpoints: readonly EndpointRule[];
  /** Mail server of alerts by e-mail, and whom they come from; null: none are sent. */
  readonly mail: MailServer | null;
  readonly eventRetentionDays: number;
  /** Events per feed. */
  readonly eventRetentionCount: number;
  /** How long native entries are kept that nothing stands on any more. */
  readonly captureRetentionDays: number;
  /** Which old versions of current state and signals are thinned out; empty: none. */
  readonly historyThinning: readonly ThinningStep[];
  /** Smallest worth of whale activity by platform, in USD; undefined: the engine's own. */
  readonly whaleMinUsd: {
    readonly hyperliquid: number | undefined;
    readonly polymarket: number | undefined;
  };
  /** The only GraphQL documents that are executed; null: any is. */
  readonly documents: readonly string[] | null;
  /** Memory of the response cache in bytes; 0: nothing is cached. */
  readonly cacheBytes: number;
  /** Null: `/metrics` is served on `port`. */
  readonly metricsPort: number | null;
  /** Collector of OpenTelemetry that spans are sent to; null: none are recorded. */
  readonly otlpEndpoint: string | null;
  /** Share of the traces recorded that begin here. */
  readonly traceRatio: number;
  /** Where files of days and months are made and kept; null: none are. */
  readonly files: FilesConfig | null;
  readonly accounts: AccountsConfig;
}

/** Where files of days and months are. */
export interface FilesConfig {
  /** What is made is here first. */
  readonly folder: string;
  /** A bucket of S3, or of what speaks its protocol, and a key to it; null: files stay in the folder. */
  readonly s3: {
    /** The bucket, and where in it. */
    readonly url: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string | null;
  } | null;
}

/** How people sign in at `/account`; in no way at all where accounts are off. */
export interface AccountsConfig {
  readonly hasPasswords: boolean;
  readonly provider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string | null;
    /** For people: `Sign in with …`. */
    readonly name: string;
  } | null;
}

/** Of versions that ended more than a week ago one an hour is kept, more than ninety days ago one a day. */
const DEFAULT_THINNING: readonly ThinningStep[] = parseThinningPlan('7d:1h,90d:1d') ?? [];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line that names the variable and what it wants. Values are not shown: URLs hold passwords. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Pure but for reading `TIERS_FILE` through `readText`. An empty variable counts as unset.
 * @throws ConfigError
 */
export function readConfig(
  env: Env,
  options: { readonly demo?: boolean; readonly readText?: (path: string) => string } = {},
): Config {
  const { demo = false, readText = (path) => readFileSync(path, 'utf8') } = options;
  const read = <T>(name: string, fallback: T, wants: string, parse: (text: string) => T | undefined): T => {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = parse(text);
    if (value === undefined) throw new ConfigError(`${name} must be ${wants}`);
    return value;
  };
  const text = (name: string) => read<string | null>(name, null, 'a text', (value) => value);
  const integer = <T>(name: string, fallback: T, min: number, max: number) =>
    read<number | T>(name, fallback, `a whole number from ${min} to ${max}`, (value) => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    });
  const url = (name: string, protocols: readonly string[]) =>
    read<string | null>(name, null, `a URL that starts with ${protocols.join('// or ')}//`, (value) =>
      protocols.includes(protocolOf(value) ?? '') ? value : undefined,
    );

  const dataDir = text('DATA_DIR') ?? (demo ? './.data-demo' : './.data');
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);

  return {
    port: integer('PORT', 4000, 0, MAX_PORT),
    host: text('HOST') ?? '127.0.0.1',
    dataDir,
    databaseUrl,
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', `one of ${LOG_LEVELS.join(', ')}`, (value) =>
      LOG_LEVELS.find((level) => level === value),
    ),
    trustProxyHops: integer('TRUST_PROXY_HOPS', 0, 0, 32),
    publicUrl: url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    contactUrl: read<string | null>(
      'CONTACT_URL',
      null,
      'an address of a page or of mail, e.g. https://example.com/contact or mailto:data@example.com',
      (value) => (CONTACT.test(value) && URL.canParse(value) ? value : undefined),
    ),
    signingKeyFile: text('SIGNING_KEY_FILE'),
    sourcesFile: text('SOURCES_FILE'),
    tiers: readTiers(text('TIERS_FILE'), readText),
    corsOrigins: read<readonly string[] | null>(
      'CORS_ORIGINS',
      null,
      'a comma-separated list of origins, e.g. https://app.example.com, or *',
      (value) => (value === '*' ? null : parseOrigins(value)),
    ),
    openFeedsPerMinute: integer('OPEN_FEEDS_PER_MINUTE', 200, 1, 1_000_000_000),
    alertEndpoints: read<readonly EndpointRule[]>(
      'ALERT_ENDPOINTS',
      DEFAULT_ENDPOINT_RULES,
      'a comma-separated list of places, e.g. https://public:443,http://10.0.0.0/8:8080,https://[fd00::]/8:*',
      parseEndpointRules,
    ),
    mail: readMail(url('SMTP_URL', ['smtp:', 'smtps:']), text),
    eventRetentionDays: integer('EVENT_RETENTION_DAYS', 7, 1, 36_500),
    eventRetentionCount: integer('EVENT_RETENTION_COUNT', 1_000_000, 1, 1_000_000_000_000),
    captureRetentionDays: integer('CAPTURE_RETENTION_DAYS', 7, 1, 36_500),
    historyThinning: read('HISTORY_THINNING', DEFAULT_THINNING, THINNING_PLAN, parseThinningPlan),
    whaleMinUsd: {
      hyperliquid: integer('WHALE_MIN_USD_HYPERLIQUID', undefined, 0, 1_000_000_000_000),
      polymarket: integer('WHALE_MIN_USD_POLYMARKET', undefined, 0, 1_000_000_000_000),
    },
    documents: readDocuments(text('DOCUMENTS_FILE'), readText),
    cacheBytes: integer('CACHE_BYTES', 64 * 1024 * 1024, 0, 1_000_000_000_000),
    metricsPort: integer('METRICS_PORT', null, 1, MAX_PORT),
    otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    traceRatio: read('OTEL_TRACES_SAMPLER_ARG', 1, 'a number from 0 to 1', (value) =>
      /^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined,
    ),
    files: readFiles(url('FILES_URL', ['https:', 'http:', LOCAL]), { dataDir, databaseUrl }, text),
    accounts: readAccounts(
      read<AccountsChoice>('ACCOUNTS', 'on', `one of ${ACCOUNTS.join(', ')}`, (value) =>
        ACCOUNTS.find((choice) => choice === value),
      ),
      text,
    ),
  };
}

const LOCAL = 'file:';

function readFiles(
  url: string | null,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  text: (name: string) => string | null,
): FilesConfig | null {
  const [accessKeyId, secretAccessKey] = [text('AWS_ACCESS_KEY_ID'), text('AWS_SECRET_ACCESS_KEY')];
  const [region, sessionToken] = [text('AWS_REGION') ?? 'us-east-1', text('AWS_SESSION_TOKEN')];
  const folder = join(dataDir, 'files');
  // What one machine keeps to itself, the others on a database would list and not have.
  if (url === null) return databaseUrl === null ? { folder, s3: null } : null;
  if (!URL.canParse(url) || /[?#]/.test(url) || new URL(url).username !== '')
    throw new ConfigError('FILES_URL must be the URL of a bucket, https://host/bucket, without a key in it');
  if (protocolOf(url) === LOCAL) return { folder: localPath(url), s3: null };
  if (accessKeyId === null || secretAccessKey === null)
    throw new ConfigError('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return { folder, s3: { url, region, accessKeyId, secretAccessKey, sessionToken } };
}

function localPath(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new ConfigError('FILES_URL must name a folder of this machine by file:///path');
  }
}

function readMail(url: string | null, text: (name: string) => string | null): Config['mail'] {
  const from = text('MAIL_FROM');
  if (url === null) return null;
  if (!URL.canParse(url))
    throw new ConfigError('SMTP_URL must be a URL, e.g. smtps://user:password@mail.example.com');
  if (from === null || !isMailSender(from))
    throw new ConfigError(
      'SMTP_URL needs MAIL_FROM, the sender of mails, e.g. Alpha Data <alerts@example.com>',
    );
  if (text('PUBLIC_URL') === null)
    throw new ConfigError('SMTP_URL needs PUBLIC_URL, the start of the links in mails');
  return { url, from };
}

const ACCOUNTS = ['on', 'oidc', 'off'] as const;
type AccountsChoice = (typeof ACCOUNTS)[number];

function readAccounts(choice: AccountsChoice, text: (name: string) => string | null): AccountsConfig {
  const issuer = text('OIDC_ISSUER');
  if (choice === 'oidc' && issuer === null) throw new ConfigError('ACCOUNTS=oidc needs OIDC_ISSUER');
  if (choice === 'off' || issuer === null) return { hasPasswords: choice === 'on', provider: null };
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(isHere && url.protocol === 'http:'))
    throw new ConfigError('OIDC_ISSUER must be a URL that starts with https://, or http:// on this machine');
  const clientId = text('OIDC_CLIENT_ID');
  if (clientId === null) throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID');
  if (text('PUBLIC_URL') === null)
    throw new ConfigError('OIDC_ISSUER needs PUBLIC_URL, to which the provider sends browsers back');
  const clientSecret = text('OIDC_CLIENT_SECRET');
  const name = text('OIDC_NAME') ?? url.host;
  return { hasPasswords: choice === 'on', provider: { issuer, clientId, clientSecret, name } };
}

const MAX_PORT = 65_535;

/** One line, without what would end an attribute of a page. */
const CONTACT = /^(https?:\/\/|mailto:[^@\s"<>]+@)[^\s"<>]+$/;

function protocolOf(url: string): string | undefined {
  // URLs of PostgreSQL may lead to Unix sockets, which the URL parser refuses: look at the scheme.
  return /^([a-z]+:)\/\/./i.exec(url)?.[1]?.toLowerCase();
}

function parseOrigins(list: string): readonly string[] | undefined {
  const origins = list.split(',').map((item) => item.trim());
  const isOrigin = (item: string) => URL.canParse(item) && new URL(item).origin === item;
  return origins.every(isOrigin) ? origins : undefined;
}

/** JSON with the documents by their hashes, as code generators write it. */
function readDocuments(path: string | null, readText: (path: string) => string): readonly string[] | null {
  if (path === null) return null;
  try {
    const documents = Object.values(JSON.parse(readText(path)) as object); // anything else has no texts in it
    if (documents.length > 0 && documents.every((document) => typeof document === 'string')) return documents;
  } catch (error) {
    throw new ConfigError(
      `DOCUMENTS_FILE ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new ConfigError(
    `DOCUMENTS_FILE ${path} must be a JSON object with GraphQL documents by their hashes`,
  );
}

function readTiers(path: string | null, readText: (path: string) => string): readonly Tier[] {
  if (path === null) return DEFAULT_TIERS;
  try {
    return parseTiers(readText(path));
  } catch (error) {
    throw new ConfigError(`TIERS_FILE ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
