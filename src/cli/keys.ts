import { type Command, Option } from 'commander';
import { DEFAULT_OVERLAP_MS, type KeyAdmin, keyJson, type ManagedKey } from '../core/keys/key-admin.ts';
import type { KeyPlace } from '../core/keys/key-ports.ts';
import { SCOPES, type Scope } from '../core/ports.ts';
import type { CommandContext } from './context.ts';
import { durationArgument, lifeArgument } from './duration.ts';
import { properties, table } from './output.ts';

/** `keys create|list|show|revoke|set-tier|rotate` */
export function addKeyCommands(program: Command, context: Pick<CommandContext, 'withServices'>): void {
  const keys = program.command('keys').description('manage API keys');

  keys
    .command('create')
    .description('issue a key; prints only the key')
    .requiredOption('--tier <tier>', 'tier of the key, e.g. free or quant')
    .addOption(new Option('--scope <scope>', 'what the key may do').choices(SCOPES).default('read'))
    .option('--name <name>', 'name of the key', 'unnamed')
    .option('--expires-in <duration>', 'e.g. 90d, 12h; default: never', lifeArgument)
    .action((options: { tier: string; scope: Scope; name: string; expiresIn?: number }) =>
      context.withServices(async ({ keyAdmin }, _config, output) => {
        const { token, key } = await keyAdmin.create({ ...options, expiresInMs: options.expiresIn ?? null });
        output.result({ key: token, ...keyJson(key) }, () => token);
      }),
    );

  keys
    .command('list')
    .description('every key, newest first')
    .action(() =>
      context.withServices(async ({ keyAdmin }, _config, output) => {
        const all = await everyKey(keyAdmin);
        const header = ['ID', 'NAME', 'TIER', 'SCOPE', 'STATE', 'LAST 4', 'CREATED', 'EXPIRES', 'LAST USED'];
        output.result(all.map(keyJson), () => table(header, all.map(line)));
      }),
    );

  keys
    .command('show <id>')
    .description('one key')
    .action((id: string) =>
      context.withServices(async ({ keyAdmin }, _config, output) => {
        const key = keyJson(await keyAdmin.find(id));
        output.result(key, () => properties(key));
      }),
    );

  keys
    .command('revoke <id>')
    .description('revoke a key: it gets 403 from now on')
    .action((id: string) =>
      context.withServices(async ({ keyAdmin }, _config, output) => {
        output.result(keyJson(await keyAdmin.revoke(id)), () => `revoked ${id}`);
      }),
    );

  keys
    .command('set-tier <id> <tier>')
    .description('move a key to another tier')
    .action((id: string, tier: string) =>
      context.withServices(async ({ keyAdmin }, _config, output) => {
        output.result(keyJson(await keyAdmin.update(id, { tier })), () => `${id} is now ${tier}`);
      }),
    );

  keys
    .command('rotate <id>')
    .description('issue the successor of a key, the same except for the token; prints only the new key')
    .option(
      '--overlap <duration>',
      'how long the old key stays valid, e.g. 24h, 0s',
      durationArgument,
      DEFAULT_OVERLAP_MS,
    )
    .action((id: string, { overlap }: { overlap: number }) =>
      context.withServices(async ({ keyAdmin }, _config, output) => {
        const { token, key } = await keyAdmin.rotate(id, overlap);
        output.result({ key: token, ...keyJson(key) }, () => token);
      }),
    );
}

const PAGE = 500;

async function everyKey(admin: KeyAdmin): Promise<readonly ManagedKey[]> {
  const all: ManagedKey[] = [];
  let after: KeyPlace | null | undefined;
  while (after !== null) {
    const page = await admin.list({ limit: PAGE, after });
    all.push(...page.keys);
    after = page.next;
  }
  return all;
}

function line(key: ManagedKey): string[] {
  const { id, name, tier, scope, state, last4, created_at, expires_at, last_used_at } = keyJson(key);
  return [id, name, tier, scope, state, last4, created_at, expires_at ?? 'never', last_used_at ?? 'never'];
}
