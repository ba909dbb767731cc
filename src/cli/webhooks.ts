import type { Command } from 'commander';
import type { WebhookAdmin, WebhookRecord } from '../core/ingest/webhooks.ts';
import { type Output, table } from './output.ts';

/** What these commands need of the command line. */
export interface WebhookContext {
  withServices(
    body: (services: { readonly webhooks: WebhookAdmin }, config: unknown, output: Output) => Promise<void>,
  ): Promise<void>;
}

/** `webhooks create|list|revoke` */
export function addWebhookCommands(program: Command, context: WebhookContext): void {
  const webhooks = program
    .command('webhooks')
    .description('manage webhooks that receive alerts of strategies');

  webhooks
    .command('create <slug>')
    .description('receive alerts at /api/webhooks/<slug>; prints only the secret, only this once')
    .option('--symbol <symbol>', 'instrument of alerts that name none, e.g. BINANCE:BTCUSDT')
    .option('--timeframe <timeframe>', 'bar length of alerts that name none, e.g. 4h')
    .action((slug: string, options: { symbol?: string; timeframe?: string }) =>
      context.withServices(async ({ webhooks: admin }, _config, output) => {
        const { symbol = null, timeframe = null } = options;
        const { secret } = await admin.create({ slug, symbol, timeframe });
        output.result({ slug, symbol, timeframe, secret }, () => secret);
      }),
    );

  webhooks
    .command('list')
    .description('every webhook, by slug')
    .action(() =>
      context.withServices(async ({ webhooks: admin }, _config, output) => {
        const all = (await admin.list()).map(shown);
        const header = ['SLUG', 'SYMBOL', 'TIMEFRAME', 'STATE', 'CREATED'];
        output.result(all, () =>
          table(
            header,
            all.map((one) => [one.slug, one.symbol ?? '-', one.timeframe ?? '-', one.state, one.created_at]),
          ),
        );
      }),
    );

  webhooks
    .command('revoke <slug>')
    .description('revoke a webhook: it accepts no more alerts')
    .action((slug: string) =>
      context.withServices(async ({ webhooks: admin }, _config, output) => {
        if (!(await admin.revoke(slug))) {
          throw new Error(`there is no webhook "${slug}"; "webhooks list" shows them`);
        }
        output.result({ slug, state: 'revoked' }, () => `revoked ${slug}`);
      }),
    );
}

/** Not the hash of the secret. */
function shown(webhook: WebhookRecord) {
  return {
    slug: webhook.slug,
    symbol: webhook.symbol,
    timeframe: webhook.timeframe,
    state: webhook.revokedAt ? 'revoked' : 'in use',
    created_at: webhook.createdAt.toISOString(),
    revoked_at: webhook.revokedAt?.toISOString() ?? null,
  };
}
