import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';

describe('the configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: './.data',
      databaseUrl: null,
      redisUrl: null,
      logLevel: 'info',
      mail: null,
      trustProxyHops: 0,
      publicUrl: null,
      contactUrl: null,
      signingKeyFile: null,
      sourcesFile: null,
      tiers: DEFAULT_TIERS,
      corsOrigins: null,
      openFeedsPerMinute: 200,
      eventRetentionDays: 7,
      eventRetentionCount: 1_000_000,
      captureRetentionDays: 7,
      historyThinning: [
        { olderThanMs: 7 * 86_400_000, spacingMs: 3_600_000 },
        { olderThanMs: 90 * 86_400_000, spacingMs: 86_400_000 },
      ],
      whaleMinUsd: { hyperliquid: undefined, polymarket: undefined },
      documents: null,
      cacheBytes: 67108864,
      metricsPort: null,
      otlpEndpoint: null,
      traceRatio: 1,
      files: { folder: '.data/files', s3: null },
      alertEndpoints: [{ protocol: 'https:', network: 'public', port: 443 }],
      accounts: { hasPasswords: true, provider: null },
    });
    expect(readConfig({ PORT: ' ', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  test('the demo keeps to a directory of its own unless told otherwise', () => {
    expect(readConfig({}, { demo: true }).dataDir).toBe('./.data-demo');
    expect(readConfig({ DATA_DIR: '/d' }, { demo: true }).dataDir).toBe('/d');
  });

  test('reads every variable', () => {
    const env = {
      PORT: '0',
      HOST: '::',
      DATABASE_URL: 'postgres://u:p@/db?host=/run/pg',
      REDIS_URL: 'rediss://r:6379',
      LOG_LEVEL: 'debug',
      TRUST_PROXY_HOPS: '2',
      PUBLIC_URL: 'https://api.example.com/alpha/',
      CONTACT_URL: 'mailto:data@example.com',
      DATA_DIR: '/data',
      SIGNING_KEY_FILE: '/k.pem',
      SOURCES_FILE: '/s.json',
      TIERS_FILE: '/t.json',
      CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      OPEN_FEEDS_PER_MINUTE: '10',
      EVENT_RETENTION_DAYS: '30',
      EVENT_RETENTION_COUNT: '5',
      CAPTURE_RETENTION_DAYS: '90',
      HISTORY_THINNING: '30d:2h',
      WHALE_MIN_USD_HYPERLIQUID: '250000',
      WHALE_MIN_USD_POLYMARKET: '0',
      CACHE_BYTES: '1000000000000',
      METRICS_PORT: '9090',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      FILES_URL: 'file:///shared/files',
    };
    const tiers = DEFAULT_TIERS.slice(0, 1);
    expect(readConfig(env, { readText: () => JSON.stringify(tiers) })).toMatchObject({
      port: 0,
      host: '::',
      databaseUrl: env.DATABASE_URL,
      redisUrl: env.REDIS_URL,
      logLevel: 'debug',
      trustProxyHops: 2,
      publicUrl: 'https://api.example.com/alpha',
      contactUrl: 'mailto:data@example.com',
      dataDir: '/data',
      signingKeyFile: '/k.pem',
      sourcesFile: '/s.json',
      tiers,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      openFeedsPerMinute: 10,
      eventRetentionDays: 30,
      eventRetentionCount: 5,
      captureRetentionDays: 90,
      historyThinning: [{ olderThanMs: 30 * 86_400_000, spacingMs: 2 * 3_600_000 }],
      whaleMinUsd: { hyperliquid: 250_000, polymarket: 0 },
      documents: null,
      cacheBytes: 1_000_000_000_000,
      metricsPort: 9090,
      otlpEndpoint: 'http://collector:4318',
      traceRatio: 0.25,
      files: { folder: '/shared/files', s3: null },
    });
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toBeNull();
  });

  test.each([
    ...['data@example.com', 'javascript:alert(1)', 'https://a.example/"onclick=', 'mailto:'].map((value) => [
      'CONTACT_URL',
      value,
      'CONTACT_URL must be an address of a page or of mail, e.g. https://example.com/contact or mailto:data@example.com',
    ]),
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '0x10', 'PORT must be a whole number from 0 to 65535'],
    ['METRICS_PORT', '0', 'METRICS_PORT must be a whole number from 1 to 65535'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [
      'DATABASE_URL',
      'mysql://u:secret@h/db',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL must be a URL that starts with redis:// or rediss://'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    ['TRUST_PROXY_HOPS', 'true', 'TRUST_PROXY_HOPS must be a whole number from 0 to 32'],
    ['PUBLIC_URL', 'api.example.com', 'PUBLIC_URL must be a URL that starts with http:// or https://'],
    ['OPEN_FEEDS_PER_MINUTE', '1.5', 'OPEN_FEEDS_PER_MINUTE must be a whole number from 1 to 1000000000'],
    ['EVENT_RETENTION_DAYS', '0', 'EVENT_RETENTION_DAYS must be a whole number from 1 to 36500'],
    ['HISTORY_THINNING', '7d', 'HISTORY_THINNING must be off, or ages and spacings, e.g. 7d:1h,90d:1d'],
    ['CAPTURE_RETENTION_DAYS', '0', 'CAPTURE_RETENTION_DAYS must be a whole number from 1 to 36500'],
    ['EVENT_RETENTION_COUNT', '0', 'EVENT_RETENTION_COUNT must be a whole number from 1 to 1000000000000'],
    ...['HYPERLIQUID', 'POLYMARKET'].map((source): [string, string, string] => [
      `WHALE_MIN_USD_${source}`,
      '-1',
      `WHALE_MIN_USD_${source} must be a whole number from 0 to 1000000000000`,
    ]),
    ['CACHE_BYTES', '64MB', 'CACHE_BYTES must be a whole number from 0 to 1000000000000'],
  ])('%s=%s is refused in one line', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message));
  });

  const bucket = {
    FILES_URL: 'https://s3.eu-central-1.amazonaws.com/bucket/prefix',
    AWS_ACCESS_KEY_ID: 'AKID',
    AWS_SECRET_ACCESS_KEY: 's',
  };

  test('files: in the data directory, a folder that several machines share, or a bucket', () => {
    const shared = { DATABASE_URL: 'postgres://h/db', DATA_DIR: '/data' };
    expect(readConfig(shared).files).toBeNull();
    expect(readConfig({ ...shared, FILES_URL: 'file:///shared' }).files).toEqual({
      folder: '/shared',
      s3: null,
    });
    const keys = { accessKeyId: 'AKID', secretAccessKey: 's' };
    expect(readConfig({ ...shared, ...bucket }).files).toEqual({
      folder: '/data/files',
      s3: { url: bucket.FILES_URL, region: 'us-east-1', sessionToken: null, ...keys },
    });
    const elsewhere = readConfig({ ...bucket, AWS_REGION: 'auto', AWS_SESSION_TOKEN: 't' });
    expect(elsewhere.files?.s3).toMatchObject({ region: 'auto', sessionToken: 't' });
  });

  test.each([
    [{ FILES_URL: 's3://bucket' }, 'FILES_URL must be a URL that starts with https:// or http:// or file://'],
    [{ ...bucket, AWS_ACCESS_KEY_ID: '' }, 'FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    [{ FILES_URL: 'file://host/shared' }, 'FILES_URL must name a folder of this machine by file:///path'],
    ...['https://id:secret@h/b', 'https://h/b?x=1', 'https://h b/'].map((url): [object, string] => [
      { ...bucket, FILES_URL: url },
      'FILES_URL must be the URL of a bucket, https://host/bucket, without a key in it',
    ]),
  ])('files as in %j are refused in one line', (env, message) => {
    expect(() => readConfig({ ...env })).toThrow(new ConfigError(message));
  });

  const mail = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'Alpha Data <alerts@a.example>' };
  test('mails are sent where there is a server, a sender and an address for links', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig({ ...mail, PUBLIC_URL: 'https://a.example' }).mail).toEqual({
      url: mail.SMTP_URL,
      from: mail.MAIL_FROM,
    });
  });
  test.each([
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://'],
    [mail, 'SMTP_URL needs PUBLIC_URL, the start of the links in mails'],
    ...['', 'Alpha Data', 'a@b c', 'a@b\r\nBcc: c@d', 'A <a@b> x'].map((from): [object, string] => [
      { ...mail, MAIL_FROM: from },
      'SMTP_URL needs MAIL_FROM, the sender of mails, e.g. Alpha Data <alerts@example.com>',
    ]),
  ])('mail as in %j stops the start with one line', (env, message) => {
    expect(() => readConfig({ ...env })).toThrow(new ConfigError(message));
  });

  const oidc = {
    PUBLIC_URL: 'https://a.example',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'alpha',
  };

  test('accounts: with passwords, by a provider, or both', () => {
    const provider = {
      issuer: 'https://id.example',
      clientId: 'alpha',
      clientSecret: null,
      name: 'id.example',
    };
    expect(readConfig(oidc).accounts).toEqual({ hasPasswords: true, provider });
    const named = { ...oidc, ACCOUNTS: 'oidc', OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'Example' };
    expect(readConfig(named).accounts).toEqual({
      hasPasswords: false,
      provider: { ...provider, clientSecret: 's', name: 'Example' },
    });
    expect(readConfig({ ...oidc, ACCOUNTS: 'off' }).accounts).toEqual({
      hasPasswords: false,
      provider: null,
    });
    const here = readConfig({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:9/x' }).accounts;
    expect(here.provider?.issuer).toBe('http://127.0.0.1:9/x');
  });

  test.each([
    [{ ACCOUNTS: 'yes' }, 'ACCOUNTS must be one of on, oidc, off'],
    [{ ACCOUNTS: 'oidc' }, 'ACCOUNTS=oidc needs OIDC_ISSUER'],
    [{ ...oidc, OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID'],
    [{ ...oidc, PUBLIC_URL: '' }, 'OIDC_ISSUER needs PUBLIC_URL, to which the provider sends browsers back'],
    ...['http://id.example', 'id.example', 'ftp://127.0.0.1'].map((issuer): [object, string] => [
      { ...oidc, OIDC_ISSUER: issuer },
      'OIDC_ISSUER must be a URL that starts with https://, or http:// on this machine',
    ]),
  ])('accounts as in %j are refused in one line', (env, message) => {
    expect(() => readConfig({ ...env })).toThrow(new ConfigError(message));
  });

  test.each(['https://a.example/', 'a.example', 'https://a.example,', 'null'])(
    'CORS_ORIGINS=%s is refused',
    (value) => {
      expect(() => readConfig({ CORS_ORIGINS: value })).toThrow(
        /^CORS_ORIGINS must be a comma-separated list/,
      );
    },
  );

  test('a tiers file that is missing or wrong is named', () => {
    const readText = () => '[{"id":"free"}]';
    expect(() => readConfig({ TIERS_FILE: '/t.json' }, { readText })).toThrow(
      new ConfigError('TIERS_FILE /t.json: tier 1: name must be a text'),
    );
    expect(() => readConfig({ TIERS_FILE: '/nowhere/t.json' })).toThrow(
      /^TIERS_FILE \/nowhere\/t.json: ENOENT/,
    );
  });
});
