import type { Command } from 'commander';
import type { ManagedSigningKey } from '../core/keys/signing-keys.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** `signing-keys list|rotate|retire` */
export function addSigningKeyCommands(program: Command, context: Pick<CommandContext, 'withServices'>): void {
  const signingKeys = program.command('signing-keys').description('manage the keys that sign API keys');

  signingKeys
    .command('list')
    .description('every signing key, oldest first, with the number of valid API keys it signed')
    .action(() =>
      context.withServices(async ({ signingKeys: service }, _config, output) => {
        const all = (await service.list()).map(shown);
        const header = ['KID', 'STATE', 'VALID KEYS', 'PUBLISHED', 'RETIRED'];
        output.result(all, () =>
          table(
            header,
            all.map((key) => [
              key.kid,
              key.state,
              String(key.valid_keys),
              key.published_at,
              key.retired_at ?? '-',
            ]),
          ),
        );
      }),
    );

  signingKeys
    .command('rotate')
    .description('sign new API keys with a new key pair; API keys that the old pair signed stay valid')
    .action(() =>
      context.withServices(async ({ signingKeys: service }, _config, output) => {
        const key = shown(await service.rotate());
        output.result(key, () => key.kid);
      }),
    );

  signingKeys
    .command('retire')
    .argument('<kid>', 'id of the signing key; put "--" before an id that begins with a dash')
    .description('refuse every API key that this signing key signed')
    .action((kid: string) =>
      context.withServices(async ({ signingKeys: service }, _config, output) => {
        const key = shown(await service.retire(kid));
        output.result(key, () => `retired ${kid}; ${key.valid_keys} API keys get 401 from now on`);
      }),
    );
}

function shown(key: ManagedSigningKey) {
  return {
    kid: key.kid,
    state: key.state,
    valid_keys: key.validKeys,
    published_at: key.publishedAt.toISOString(),
    retired_at: key.retiredAt?.toISOString() ?? null,
  };
}
