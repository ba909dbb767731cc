import type { Command } from 'commander';
import { readUsed } from '../app/read-usage.ts';
import { callerOf } from '../core/access/access.ts';
import { accountOf } from '../core/quota/quota.ts';
import { dayJson, daysUsed, USAGE_DAYS, type Window, windowJson, windowsOf } from '../core/quota/usage.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

/** `usage <key id>` */
export function addUsageCommand(program: Command, context: CommandContext): void {
  program
    .command('usage <id>')
    .description(
      'show what a key has spent: this minute, this day, and in the last 30 days by day and by route',
    )
    .action((id: string) =>
      context.withServices(async (services, config, output) => {
        const { keyStore, quotaLedger, routeUsage, clock } = services;
        const key = await keyStore.find(id);
        if (key === null) throw new Error(`there is no key "${id}"; "keys list" shows them`);
        const now = clock.now();
        const { tier } = callerOf(key, config.tiers, now);
        const used = await readUsed(services, config, accountOf({ key, tier }), output.note);
        const windows = windowsOf(tier, used, now);
        const counted = await quotaLedger.history(key.account, USAGE_DAYS, now);
        const routes = await routeUsage.of(key.account, now);
        const shown = {
          id,
          tier: tier.id,
          minute: shownWindow(windows.minute),
          day: shownWindow(windows.day),
          days: daysUsed(counted, windows.day).map(dayJson),
          routes: routes
            .filter((one) => one.key === id)
            .map(({ route, requests, units }) => ({ route, requests, units })),
        };
        output.result(shown, () => textOf(shown));
      }),
    );
}

const shownWindow = (window: Window) => ({
  ...windowJson(window),
  resets_in_seconds: window.resetsInSeconds,
});

interface Shown {
  readonly tier: string;
  readonly minute: ReturnType<typeof shownWindow>;
  readonly day: ReturnType<typeof shownWindow>;
  readonly days: readonly { readonly day: string; readonly units: number }[];
  readonly routes: readonly { readonly route: string; readonly requests: number; readonly units: number }[];
}

function textOf({ tier, minute, day, days, routes }: Shown): string {
  const line = (name: string, { used, remaining, limit, resets_in_seconds }: Shown['day']) =>
    [name, used, remaining, limit, `${resets_in_seconds} s`].map(String);
  const windows = table(
    ['WINDOW', 'USED', 'REMAINING', 'LIMIT', 'RESETS IN'],
    [line('minute', minute), line('day', day)],
  );
  const history = table(
    ['DAY', 'UNITS'],
    days.map(({ day, units }) => [day, String(units)]),
  );
  const byRoute = table(
    ['ROUTE', 'REQUESTS', 'UNITS'],
    routes.map(({ route, requests, units }) => [route, String(requests), String(units)]),
  );
  return `tier ${tier}\n\n${windows}\n\n${history}\n\n${byRoute}`;
}
