import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';

const RULES = 'deploy/prometheus-rules.yml';
const DASHBOARD = 'deploy/grafana-dashboard.json';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool && process.env.REQUIRE_PROMETHEUS === '1')
  throw new Error('REQUIRE_PROMETHEUS=1, but there is no promtool');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly for: string }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly w: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const rules = (parse(readFileSync(RULES, 'utf8')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

/** Names of metrics: what stands before a selector. */
const metricsIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\b([a-z_:][a-z0-9_:]*)\{/g)].map(([, name = '']) => name);
/** What a server with all its parts does not tell: `up` is Prometheus' own, the other needs Redis. */
const OF_OTHERS = ['up', ...(hasRedis ? [] : ['redis_up'])];

let redis: TestRedis | null = null;
let server: ServerProcess;
let exposed: ReadonlySet<string>;
const dataDir = mkdtempSync(join(tmpdir(), 'alpha-monitoring-'));

beforeAll(async () => {
  redis = hasRedis ? await startRedis() : null;
  server = await startProcess({ dataDir, env: redis ? { REDIS_URL: redis.url } : {} });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)];
  const parts = (type: string) => (type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']);
  exposed = new Set(
    declared.flatMap(([, name = '', type = '']) => parts(type).map((part) => `${name}${part}`)),
  );
}, 600_000);
afterAll(async () => {
  await server.stop();
  await redis?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(expressions)('$of', ({ expr }) => {
  test('asks for metrics that a server has', () => {
    const names = metricsIn(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !exposed.has(name) && !OF_OTHERS.includes(name))).toEqual([]);
  });
});

const why = hasPromtool ? '' : ' (skipped without promtool; install the package prometheus)';
describe.skipIf(!hasPromtool)(`Prometheus${why}`, () => {
  test('reads the rules, which fire on what they are for, and on nothing else', () => {
    execFileSync('promtool', ['check', 'rules', '--lint-fatal', RULES]);
    execFileSync('promtool', ['test', 'rules', 'test/deploy/prometheus-rules.yml']);
    const tested = readFileSync('test/deploy/prometheus-rules.yml', 'utf8');
    for (const { alert } of rules) expect(tested).toContain(`alertname: ${alert}\n`);
  });

  test('reads every expression of the dashboard', () => {
    const file = join(dataDir, 'dashboard.yml');
    const recorded = panels.flatMap(({ targets }, panel) =>
      targets.map(({ expr }, target) => ({
        record: `panel:${panel}:${target}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      })),
    );
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    execFileSync('promtool', ['check', 'rules', file]);
  });
});

test('panels of the dashboard fit into its 24 columns', () => {
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});
