import type { Command } from 'commander';
import { callerOf } from '../core/access.ts';
import { limitsOf } from '../core/quota.ts';
import { type Window, windowsOf } from '../core/usage.ts';
import type { CommandContext } from './context.ts';
import { table } from './output.ts';

const HISTORY_DAYS = 30;

/** `usage <key id>` */
export function addUsageCommand(program: Command, context: CommandContext): void {
  program
    .command('usage <id>')
    .description('what a key has spent: this minute, this day, and the last 30 days')
    .action((id: string) =>
      context.withServices(async ({ keyStore, quotaLedger, clock }, { tiers }, output) => {
        const key = await keyStore.find(id);
        if (key === null) throw new Error(`there is no key "${id}"; "keys list" shows them`);
        const now = clock.now();
        const { tier } = callerOf(key, tiers, now);
        const spent = await quotaLedger.spent({ keyId: key.account, limits: limitsOf(tier) }, now);
        const windows = windowsOf(tier, spent, now);
        const days = await quotaLedger.history(key.account, HISTORY_DAYS, now);
        const shown = {
          id,
          tier: tier.id,
          minute: shownWindow(windows.minute),
          day: shownWindow(windows.day),
          days: days.map(({ day, units }) => ({ day: day.toISOString().slice(0, 10), units })),
        };
        output.result(shown, () => textOf(shown));
      }),
    );
}

function shownWindow({ limit, used, remaining, resetsAt, resetsInSeconds }: Window) {
  return { limit, used, remaining, resets_at: resetsAt.toISOString(), resets_in_seconds: resetsInSeconds };
}

interface Shown {
  readonly tier: string;
  readonly minute: ReturnType<typeof shownWindow>;
  readonly day: ReturnType<typeof shownWindow>;
  readonly days: readonly { readonly day: string; readonly units: number }[];
}

function textOf({ tier, minute, day, days }: Shown): string {
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
  return `tier ${tier}\n\n${windows}\n\n${history}`;
}
