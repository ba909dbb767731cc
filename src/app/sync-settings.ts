import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import { providers as registered } from '../sources/providers.ts';
import type { Provider } from '../sources/sync/provider.ts';
import type { ProviderSettings } from '../sources/sync/run-sync.ts';
import { parseSources, type SourceSettings } from '../sources/sync/sources-file.ts';
import type { SourceState } from '../sources/sync/state.ts';

/** A provider with what is configured and remembered of it. */
export interface SourceListing {
  readonly provider: Provider;
  readonly settings: ProviderSettings;
  /** What must be configured before it can run; null when it can. */
  readonly missing: string | null;
  readonly state: SourceState;
}

/** Reads `SOURCES_FILE`; null: every default. Throws `ConfigError` with one line that says what is wrong. */
export function loadSources(
  path: string | null,
  options: {
    readonly providers?: readonly Provider[];
    readonly readText?: (path: string) => string;
  } = {},
): SourceSettings {
  const { providers = registered, readText = (file) => readFileSync(file, 'utf8') } = options;
  if (path === null) return parseSources('{}', providers);
  try {
    return parseSources(readText(path), providers);
  } catch (error) {
    throw new ConfigError(`SOURCES_FILE ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws for an unknown name. */
export function providerNamed(providers: readonly Provider[], name: string): Provider {
  const provider = providers.find((one) => one.name === name);
  if (provider) return provider;
  const known = providers.map((one) => one.name).join(', ');
  throw new Error(`there is no provider "${name}"; providers are ${known}`);
}

export function settingsOf(settings: SourceSettings, name: string): ProviderSettings {
  const own = settings.get(name);
  if (!own) throw new Error(`no settings of provider "${name}" were loaded`);
  return own;
}

/** Named providers must be ready to run; of `all` those that are not are left out. */
export function selected(
  listing: readonly SourceListing[],
  names: readonly string[] | 'all',
  logger: Logger,
): readonly SourceListing[] {
  if (names === 'all') {
    for (const { provider, missing } of listing) {
      if (missing !== null) logger.warn({ source: provider.name }, `not synchronised: ${missing}`);
    }
    return listing.filter(({ missing }) => missing === null);
  }
  for (const name of names) {
    providerNamed(
      listing.map(({ provider }) => provider),
      name,
    );
  }
  const chosen = listing.filter(({ provider }) => names.includes(provider.name));
  for (const { provider, missing } of chosen) {
    if (missing !== null) throw new ConfigError(`${provider.name}: ${missing}`);
  }
  return chosen;
}
