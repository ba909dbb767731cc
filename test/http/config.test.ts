import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';
import { DEFAULT_TIERS } from '../../src/core/tiers.ts';

describe('the configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: './.data',
      databaseUrl: null,
      redisUrl: null,
      logLevel: 'info',
      trustProxyHops: 0,
      publicUrl: null,
      signingKeyFile: null,
      sourcesFile: null,
      tiers: DEFAULT_TIERS,
      corsOrigins: null,
      openFeedsPerMinute: 200,
      eventRetentionDays: 7,
      eventRetentionCount: 1_000_000,
      whaleMinUsd: { hyperliquid: 10_000, polymarket: 1_000 },
      documents: null,
      cacheBytes: 67108864,
      metricsPort: null,
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
      DATABASE_URL: 'postgres://u:p@h1:5432,h2:5432/db?host=/run/pg',
      REDIS_URL: 'rediss://r:6379',
      LOG_LEVEL: 'debug',
      TRUST_PROXY_HOPS: '2',
      PUBLIC_URL: 'https://api.example.com/alpha/',
      SIGNING_KEY_FILE: '/k.pem',
      TIERS_FILE: '/t.json',
      CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      OPEN_FEEDS_PER_MINUTE: '10',
      EVENT_RETENTION_DAYS: '30',
      EVENT_RETENTION_COUNT: '5',
      WHALE_MIN_USD_HYPERLIQUID: '250000',
      WHALE_MIN_USD_POLYMARKET: '0',
      CACHE_BYTES: '0',
      METRICS_PORT: '9090',
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
      signingKeyFile: '/k.pem',
      tiers,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      openFeedsPerMinute: 10,
      eventRetentionDays: 30,
      eventRetentionCount: 5,
      whaleMinUsd: { hyperliquid: 250_000, polymarket: 0 },
      documents: null,
      cacheBytes: 0,
      metricsPort: 9090,
    });
    expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toBeNull();
  });

  test.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '0x10', 'PORT must be a whole number from 0 to 65535'],
    ['METRICS_PORT', '0', 'METRICS_PORT must be a whole number from 1 to 65535'],
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
  ])('%s=%s is refused in one line', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message));
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
