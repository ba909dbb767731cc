import { isObject } from '../../feed/json.ts';
import { COMMON, parseOptions } from './options.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings } from './run-sync.ts';

/** Settings of every provider, by name. */
export type SourceSettings = ReadonlyMap<string, ProviderSettings>;

/**
 * Reads the text of `SOURCES_FILE`: a JSON object of providers, each with `base_url`, `every` (`15m`, `6h`) and options
 * of its own; what is left out keeps its default. `{}` is every default.
 *
 * Throws an error of one line that names the provider and the option; values are not shown, for some are secrets.
 */
export function parseSources(text: string, providers: readonly Provider[]): SourceSettings {
  const file = parseObject(text);
  for (const name of Object.keys(file)) {
    if (providers.some((provider) => provider.name === name)) continue;
    throw new Error(
      `there is no provider "${name}"; providers are ${providers.map((one) => one.name).join(', ')}`,
    );
  }
  return new Map(
    providers.map((provider) => [provider.name, settingsOf(provider, file[provider.name] ?? {})]),
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const place = /\(line \d+ column \d+\)/.exec(error instanceof Error ? error.message : '')?.[0];
    throw new Error(`not JSON${place ? ` ${place}` : ''}`, { cause: error });
  }
  if (!isObject(value)) throw new Error('must be a JSON object of providers');
  return value;
}

function settingsOf(provider: Provider, given: unknown): ProviderSettings {
  const fail = (message: string) => new Error(`${provider.name}: ${message}`);
  if (!isObject(given)) throw fail('must be an object');
  const { base_url: baseUrl = null, every = null, ...own } = given;
  if (baseUrl !== null && !isBaseUrl(baseUrl)) throw fail(`"${COMMON[0]}" must be an http(s) URL`);
  const everyMs = every === null ? provider.everyMs : durationMs(every);
  if (everyMs === null) throw fail(`"${COMMON[1]}" must be a time from 10s to 30d, like 15m or 6h`);
  try {
    return { baseUrl, everyMs, options: parseOptions(provider.options, own) };
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error));
  }
}

/** An origin, maybe with a path; nothing that a path could not follow. */
export function isBaseUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(value: unknown): number | null {
  const match = typeof value === 'string' ? /^(\d{1,6})([smhd])$/.exec(value) : null;
  const ms = match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0) : 0;
  return ms >= 10_000 && ms <= 30 * 86_400_000 ? ms : null;
}
