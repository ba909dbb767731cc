import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createAlertCounts } from '../alerts/alert-counts.ts';
import { type AlertDeliverer, deliverAlerts } from '../alerts/deliver-alerts.ts';
import { createResolveName } from '../alerts/resolve-name.ts';
import { createSendAlert } from '../alerts/send-alert.ts';
import { createSendByMail, sendNoMail } from '../alerts/send-by-mail.ts';
import { createSendMail } from '../alerts/send-mail.ts';
import type { Config } from '../config.ts';
import { callerOf } from '../core/access/access.ts';
import { type AlertAdmin, createAlertAdmin } from '../core/alerts/alert-admin.ts';
import { createAlertEndpoints } from '../core/alerts/alert-endpoints.ts';
import type { AlertCaller, AlertDocuments } from '../core/alerts/alert-events.ts';
import type { SendAlert } from '../core/alerts/alert-sender.ts';
import { createMailConsent, type MailConsent } from '../core/alerts/mail-consent.ts';
import { createMailLinks } from '../core/alerts/mail-links.ts';
import { RETRY_PLAN, type RetryPlan } from '../core/alerts/retry-plan.ts';
import type { Charged } from '../core/live/day-charges.ts';
import type { Tail } from '../core/live/tail.ts';
import type { Quota } from '../core/quota/quota.ts';
import type { Reader } from '../core/read/read.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { AppError } from '../errors.ts';
import type { registry } from '../feeds/index.ts';
import { executePlanned } from '../graphql/execution/execute.ts';
import { createOperationRunner } from '../graphql/execution/operation-runner.ts';
import type { Documents } from '../graphql/execution/persisted-documents.ts';
import { createLoaders } from '../graphql/lists/loaders.ts';
import { createAlertDocuments } from '../graphql/live/alert-documents.ts';
import { schemaOf } from '../graphql/schema/schema.ts';
import { gauge } from '../http/observability/metrics.ts';
import { toAppError } from '../http/response/to-app-error.ts';
import { ALERT_LEASE_MS } from '../postgres/alerts/alert-shares.ts';
import { measureAlerts } from './alert-metrics.ts';
import type { Services } from './services.ts';

const DELIVERIES_KEPT_DAYS = 30;
const PRUNE_MS = 600_000;
/** A feed that ticks fills no mailbox. */
const MAIL_SPACING_MS = MINUTE_MS;

/** Alerts of one process. */
export interface RunningAlerts {
  readonly admin: AlertAdmin;
  /** What readers of mails answer; null: no mails are sent. */
  readonly consent: MailConsent | null;
  registerMetrics(registry: Registry): void;
  close(): Promise<void>;
}

/** How alerts are delivered; default: as they are to be. */
export interface AlertTimes {
  readonly plan?: RetryPlan;
  readonly timeoutMs?: number;
  readonly mailSpacingMs?: number;
}

export interface AlertDeps {
  readonly modules: typeof registry;
  readonly reader: Reader;
  readonly quota: Quota;
  /** Hears what each alert was charged. */
  readonly charged?: Charged;
  readonly documents: Documents;
  readonly logger: Logger;
  /** The logs as this process follows them; null: it delivers nothing. */
  readonly tail: Tail | null;
  readonly times?: AlertTimes;
}

/** Alerts as their owners manage them; with a tail also their delivery. */
export function startAlerts(services: Services, config: Config, deps: AlertDeps): RunningAlerts {
  const { alertStore: store, alertShares: shares, clock } = services;
  const { quota, charged, logger, tail, times = {} } = deps;
  const endpoints = createAlertEndpoints(config.alertEndpoints);
  const { timeoutMs } = times;
  const sender = createSendAlert({
    endpoints,
    resolve: createResolveName(),
    clock,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const mails = alertMails(services, config, timeoutMs);
  const send: SendAlert = (alert, message, signal) =>
    (alert.format === 'email' ? mails.send : sender.send)(alert, message, signal);
  const documents = alertDocuments(services, config, deps);
  const counts = createAlertCounts();
  const report = (err: unknown) => logger.warn({ err }, 'alerts are behind');
  const deliverer: AlertDeliverer | null =
    tail &&
    deliverAlerts({
      process: randomUUID(),
      store,
      shares,
      documents,
      callerOf: (keyId) => callerBehind(services, config, keyId),
      spendDay: async (spender, units) => {
        const spent = await quota.spendDay(spender, units);
        if (spent.granted) charged?.(spender, units);
        return spent;
      },
      send,
      plan: times.plan ?? RETRY_PLAN,
      mailSpacingMs: times.mailSpacingMs ?? MAIL_SPACING_MS,
      clock,
      leaseMs: ALERT_LEASE_MS,
      counts,
      stopped: ({ id, state, reason, keyId }) =>
        logger.warn({ alert: id, state, reason, keyId }, 'alert stopped'),
      report,
    });
  const prune = () => store.pruneDeliveries(new Date(clock.now().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS));
  const pruning = tail && setInterval(() => void prune().catch(report), PRUNE_MS).unref();

  return {
    admin: createAlertAdmin({ store, documents, endpoints, send, consent: mails.consent, clock }),
    consent: mails.consent,
    registerMetrics(registry) {
      gauge(registry, 'alpha_alerts', 'Alerts that this process delivers.', () => deliverer?.size ?? 0);
      measureAlerts(registry, counts);
    },
    async close() {
      if (pruning) clearInterval(pruning);
      await deliverer?.close();
      sender.close();
      mails.close();
    },
  };
}

/** E-mail, where the operator has set a mail server. */
function alertMails(
  services: Services,
  { mail, publicUrl }: Config,
  timeoutMs: number | undefined,
): { readonly send: SendAlert; readonly consent: MailConsent | null; close(): void } {
  if (mail === null || publicUrl === null) return { send: sendNoMail, consent: null, close: () => undefined };
  const { alertStore: store, attempts, mailSeal: seal, clock } = services;
  const { send, close } = createSendMail(mail, timeoutMs);
  const links = createMailLinks({ seal, publicUrl, clock });
  return {
    send: createSendByMail({ send, links, publicUrl }),
    consent: createMailConsent({ store, links, send, attempts, publicUrl, clock }),
    close,
  };
}

/** Documents of alerts are read as those of requests are. */
function alertDocuments(services: Services, config: Config, deps: AlertDeps): AlertDocuments {
  const { eventLog: log, liveCursors, snapshots, clock } = services;
  const { modules, reader, quota, documents, tail, logger } = deps;
  const runner = createOperationRunner({
    schema: schemaOf(modules),
    services: { reader, tiers: config.tiers, usage: quota.usage, liveCursors, snapshots },
    execute: executePlanned,
    toClientError: toAppError,
    log: (err, requestId) => logger.error({ err, requestId }, 'event of an alert failed'),
  });
  return createAlertDocuments({
    runner,
    documents,
    loadersFor: ({ view }) => createLoaders(reader, view),
    log,
    tail,
    cursors: liveCursors,
    clock,
  });
}

/** The key an alert acts as, or the one that took its place when it was rotated. Throws KEY_INVALID and KEY_REVOKED. */
async function callerBehind(services: Services, config: Config, keyId: string): Promise<AlertCaller> {
  const { keys, keyStore, clock } = services;
  try {
    const key = await keys.check(keyId);
    return { ...callerOf(key, config.tiers, clock.now()), key };
  } catch (error) {
    const isOver = error instanceof AppError && error.code === 'KEY_INVALID';
    const successor = isOver ? (await keyStore.find(keyId))?.replacedBy : null;
    if (successor) return callerBehind(services, config, successor);
    throw error;
  }
}
