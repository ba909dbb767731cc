import { type Command, InvalidArgumentError, Option } from 'commander';
import type { KeyRecord, KeyStore, Scope } from '../core/ports.ts';
import type { Tier } from '../core/tiers.ts';
import type { CommandContext } from './context.ts';
import { parseDuration } from './duration.ts';
import { table } from './output.ts';

/** `keys create|list|show|revoke|set-tier` */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('API keys');

  keys
    .command('create')
    .description('issue a key; prints the key alone')
    .requiredOption('--tier <tier>', 'tier of the key, e.g. free or quant')
    .addOption(
      new Option('--scope <scope>', 'what the key may do')
        .choices(['read', 'ingest', 'admin'])
        .default('read'),
    )
    .option('--name <name>', 'a name to recognise it by', 'unnamed')
    .option('--expires-in <duration>', 'e.g. 90d, 12h; default: never', durationArgument)
    .action(async (options: { tier: string; scope: Scope; name: string; expiresIn?: number }) => {
      await context.withServices(async ({ keys: service, clock }, config, output) => {
        requireTier(config.tiers, options.tier);
        const { token, record } = await service.issue({ ...options, expiresInMs: options.expiresIn ?? null });
        output.result({ key: token, ...shown(record, clock.now()) }, () => token);
      });
    });

  keys
    .command('list')
    .description('every key, newest first')
    .action(() =>
      context.withServices(async ({ keyStore, clock }, _config, output) => {
        const now = clock.now();
        const all = await keyStore.list();
        const header = ['ID', 'NAME', 'TIER', 'SCOPE', 'STATE', 'LAST 4', 'CREATED', 'EXPIRES', 'LAST USED'];
        const rows = all.map((key) => shown(key, now));
        output.result(rows, () => table(header, rows.map(line)));
      }),
    );

  keys
    .command('show <id>')
    .description('one key')
    .action((id: string) =>
      context.withServices(async ({ keyStore, clock }, _config, output) => {
        const key = shown(await existing(keyStore, id), clock.now());
        const width = Math.max(...Object.keys(key).map((name) => name.length));
        output.result(key, () =>
          Object.entries(key)
            .map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}`)
            .join('\n'),
        );
      }),
    );

  keys
    .command('revoke <id>')
    .description('refuse a key from now on')
    .action((id: string) =>
      context.withServices(async ({ keyStore, clock }, _config, output) => {
        await existing(keyStore, id);
        await keyStore.revoke(id, clock.now());
        output.result(shown(await existing(keyStore, id), clock.now()), () => `revoked ${id}`);
      }),
    );

  keys
    .command('set-tier <id> <tier>')
    .description('move a key to another tier')
    .action((id: string, tier: string) =>
      context.withServices(async ({ keyStore, clock }, config, output) => {
        requireTier(config.tiers, tier);
        await existing(keyStore, id);
        await keyStore.setTier(id, tier);
        output.result(shown(await existing(keyStore, id), clock.now()), () => `${id} is now ${tier}`);
      }),
    );
}

function requireTier(tiers: readonly Tier[], id: string): void {
  if (tiers.some((tier) => tier.id === id)) return;
  throw new Error(`there is no tier "${id}"; tiers are ${tiers.map((tier) => tier.id).join(', ')}`);
}

async function existing(store: KeyStore, id: string): Promise<KeyRecord> {
  const key = await store.find(id);
  if (key) return key;
  throw new Error(`there is no key "${id}"; "keys list" shows them`);
}

function durationArgument(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms === 0) throw new InvalidArgumentError('It must look like 90d, 12h, 30m or 45s.');
  return ms;
}

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: Date): 'revoked' | 'expired' | 'valid' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}

function shown(key: KeyRecord, now: Date) {
  return {
    id: key.id,
    name: key.name,
    tier: key.tier,
    scope: key.scope,
    state: stateOf(key, now),
    last4: key.last4,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

function line({
  id,
  name,
  tier,
  scope,
  state,
  last4,
  created_at,
  expires_at,
  last_used_at,
}: ShownKey): string[] {
  return [id, name, tier, scope, state, last4, created_at, expires_at ?? 'never', last_used_at ?? 'never'];
}

type ShownKey = ReturnType<typeof shown>;
