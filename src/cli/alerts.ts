import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OperatedAlerts } from '../app/operated-alerts.ts';
import {
  ALERT_DIGESTS,
  ALERT_FORMATS,
  type Alert,
  type AlertDigest,
  type AlertFormat,
} from '../core/alerts/alert.ts';
import type { AlertAdmin, ReplayFrom } from '../core/alerts/alert-admin.ts';
import type { AlertCaller } from '../core/alerts/alert-events.ts';
import { alertJson, alertWithSecretJson, deliveryJson } from '../core/alerts/alert-json.ts';
import { ALERT_SIGNATURES, type AlertSignature } from '../core/alerts/webhook-signature.ts';
import { isObject } from '../feed/json.ts';
import { parseInstant } from '../feed/value.ts';
import type { CommandContext } from './context.ts';
import { type Output, properties, table } from './output.ts';

type Act = (admin: AlertAdmin, caller: AlertCaller, output: Output) => Promise<void>;

const DELIVERIES = 100;

/** `alerts create|list|show|pause|resume|remove|test|rotate-secret|replay|skip|deliveries` */
export function addAlertCommands(
  program: Command,
  context: Pick<CommandContext, 'withServices' | 'operateAlerts'>,
): void {
  const alerts = program
    .command('alerts')
    .description('manage alerts: subscriptions that are delivered to endpoints, or polled');
  const withAlerts = (body: (operated: OperatedAlerts, output: Output) => Promise<void>) =>
    context.withServices(async (services, config, output) =>
      body(await context.operateAlerts(services, config), output),
    );
  const withAlert = (id: string, act: Act) =>
    withAlerts(async ({ admin, callerOfAlert }, output) => act(admin, await callerOfAlert(id), output));
  const command = (name: string, description: string) => alerts.command(name).description(description);

  command(
    'create <document>',
    'follow the subscription in a file; prints the id of the alert, and its secret or public key',
  )
    .requiredOption('--key <key id>', 'id of the key that the alert acts as')
    .requiredOption('--name <name>', 'name of the alert')
    .option('--url <url>', 'where events are posted, or mailto: and an address; default: events are polled')
    .addOption(
      new Option('--format <format>', 'format of the events').choices(ALERT_FORMATS).default('standard'),
    )
    .addOption(
      new Option('--digest <digest>', 'when an e-mail is sent').choices(ALERT_DIGESTS).default('none'),
    )
    .addOption(
      new Option('--signature <signature>', 'sign with a secret (v1) or a key pair (v1a)')
        .choices(ALERT_SIGNATURES)
        .default('v1'),
    )
    .option('--variables <json>', 'variables of the document', variablesArgument, {})
    .option('--keep-going', 'give up a batch that has failed ten times, instead of pausing the alert', false)
    .action((file: string, options: CreateOptions) =>
      withAlerts(async ({ admin, callerOfKey }, output) => {
        const { key, name, url = null, format, digest, signature, variables, keepGoing } = options;
        const document = { query: readDocument(file), operationName: null, variables };
        const wanted = { name, document, url, format, digest, signature, pauseOnFailure: !keepGoing };
        const alert = await admin.create(await callerOfKey(key), wanted);
        const shown = alertWithSecretJson(alert);
        const { id, secret, public_key } = shown;
        output.result(shown, () =>
          properties({ id, ...(secret === undefined ? { public_key } : { secret }) }),
        );
      }),
    );

  command('list', 'every alert, oldest first').action(() =>
    withAlerts(async ({ list }, output) => {
      const all = await list();
      const header = ['ID', 'NAME', 'KEY', 'FORMAT', 'STATE', 'REASON', 'FAILURES', 'LAST DELIVERED'];
      output.result(all.map(alertJson), () => table(header, all.map(line)));
    }),
  );

  command('show <id>', 'one alert').action((id: string) =>
    withAlert(id, async (admin, caller, output) => show(await admin.find(caller, id), output)),
  );

  for (const [name, state, description] of [
    ['pause', 'paused', 'deliver nothing until the alert is resumed'],
    ['resume', 'active', 'resume deliveries, and retry a waiting batch at once'],
  ] as const)
    command(`${name} <id>`, description).action((id: string) =>
      withAlert(id, async (admin, caller, output) => show(await admin.update(caller, id, { state }), output)),
    );

  command('remove <id>', 'remove an alert and the record of its deliveries').action((id: string) =>
    withAlert(id, async (admin, caller, output) => {
      await admin.remove(caller, id);
      output.result({ id, removed: true }, () => `removed ${id}`);
    }),
  );

  command('test <id>', 'send a test message').action((id: string) =>
    withAlert(id, async (admin, caller, output) => {
      const delivery = deliveryJson(await admin.test(caller, id));
      output.result(
        delivery,
        () => `${delivery.outcome}${delivery.error === null ? '' : `: ${delivery.error}`}`,
      );
    }),
  );

  command(
    'rotate-secret <id>',
    'give an alert a new secret or key pair; prints only the secret or the public key',
  ).action((id: string) =>
    withAlert(id, async (admin, caller, output) => {
      const alert = await admin.rotateSecret(caller, id);
      const shown = alertWithSecretJson(alert);
      output.result(shown, () => String(shown.secret ?? shown.public_key));
    }),
  );

  command('replay <id>', 'deliver again the events since a moment, or after a cursor')
    .addOption(
      new Option('--since <time>', 'ISO 8601 with zone, or a date')
        .argParser(timeArgument)
        .conflicts('after'),
    )
    .option('--after <cursor>', 'live cursor')
    .action((id: string, options: { since?: Date; after?: string }) =>
      withAlert(id, async (admin, caller, output) =>
        show(await admin.replay(caller, id, replayFrom(options)), output),
      ),
    );

  command('skip <id>', 'skip the batch that waits to be tried again')
    .option('--all', 'skip everything up to now', false)
    .action((id: string, { all }: { all: boolean }) =>
      withAlert(id, async (admin, caller, output) =>
        show(await admin.skip(caller, id, all ? 'all' : 'batch'), output),
      ),
    );

  command('deliveries <id>', `the last ${DELIVERIES} tries, newest first`).action((id: string) =>
    withAlert(id, async (admin, caller, output) => {
      const tries = (await admin.deliveries(caller, id, { limit: DELIVERIES, before: null })).map(
        deliveryJson,
      );
      const header = ['AT', 'MESSAGE', 'TRY', 'OUTCOME', 'STATUS', 'EVENTS', 'MS', 'ERROR'];
      output.result(tries, () =>
        table(
          header,
          tries.map((one) => [
            one.at,
            one.message_id,
            String(one.attempt),
            one.outcome,
            String(one.status ?? '-'),
            String(one.events),
            String(one.duration_ms),
            one.error ?? '-',
          ]),
        ),
      );
    }),
  );
}

interface CreateOptions {
  readonly key: string;
  readonly name: string;
  readonly url?: string;
  readonly format: AlertFormat;
  readonly digest: AlertDigest;
  readonly signature: AlertSignature;
  readonly variables: { readonly [name: string]: unknown };
  readonly keepGoing: boolean;
}

const line = (alert: Alert): readonly string[] => [
  alert.id,
  alert.name,
  alert.keyId,
  alert.format,
  alert.state,
  alert.reason ?? '-',
  String(alert.failures),
  alert.lastDeliveredAt?.toISOString() ?? '-',
];

function show(alert: Alert, output: Output): void {
  const json = alertJson(alert);
  const texts = Object.entries(json).map(([name, value]) => [
    name,
    value === null || typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  output.result(json, () => properties(Object.fromEntries(texts)));
}

function replayFrom({ since, after }: { readonly since?: Date; readonly after?: string }): ReplayFrom {
  if (since) return { since };
  if (after !== undefined) return { after };
  throw new Error('name the start: --since <time> or --after <cursor>');
}

function readDocument(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
    throw new Error(`cannot read the document ${file}: ${reason ?? String(error)}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'access is denied',
  EISDIR: 'it is a directory',
};

function timeArgument(text: string): Date {
  const at = parseInstant(text);
  if (at) return at;
  throw new InvalidArgumentError('It must look like 2026-03-14T15:30:00Z or 2026-03-14.');
}

function variablesArgument(text: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // said below
  }
  throw new InvalidArgumentError('It must be a JSON object.');
}
