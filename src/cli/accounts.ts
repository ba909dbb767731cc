import type { Command } from 'commander';
import { keyJson, managedKey } from '../core/keys/key-admin.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** Keys shown of an account; it has far fewer. */
const MAX_LISTED = 1_000;

/** `accounts list|keys|reset-password` */
export function addAccountCommands(program: Command, context: Pick<CommandContext, 'withServices'>): void {
  const accounts = program
    .command('accounts')
    .description('manage the accounts of people who sign in at /account');

  accounts
    .command('list')
    .description('every account, oldest first')
    .action(() =>
      context.withServices(async ({ accountStore }, _config, output) => {
        const all = (await accountStore.list()).map(({ id, name, identity, createdAt }) => ({
          id,
          name,
          signs_in_with: identity?.issuer ?? 'a password',
          created_at: createdAt.toISOString(),
        }));
        const header = ['ID', 'NAME', 'SIGNS IN WITH', 'CREATED'];
        output.result(all, () => table(header, all.map(Object.values)));
      }),
    );

  accounts
    .command('keys <account>')
    .description(
      'list the keys of an account, by its name or id; "keys set-tier" moves a key to another tier',
    )
    .action((idOrName: string) =>
      context.withServices(async (services, _config, output) => {
        const { id } = await services.accounts.find(idOrName);
        const now = services.clock.now();
        const keys = await services.keyStore.listOf(id, new Date(0), MAX_LISTED);
        const all = keys.map((key) => keyJson(managedKey(key, now)));
        const header = ['ID', 'NAME', 'TIER', 'STATE', 'LAST 4', 'LAST USED'];
        output.result(all, () =>
          table(
            header,
            all.map((key) => [key.id, key.name, key.tier, key.state, key.last4, key.last_used_at ?? 'never']),
          ),
        );
      }),
    );

  accounts
    .command('reset-password <account>')
    .description('give an account a random password and end its sessions; prints only the password')
    .action((idOrName: string) =>
      context.withServices(async (services, _config, output) => {
        const password = await services.accounts.resetPassword(idOrName);
        output.result({ password }, () => password);
      }),
    );
}
