import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { callerOf } from '../core/access/access.ts';
import type { Alert } from '../core/alerts/alert.ts';
import type { AlertAdmin } from '../core/alerts/alert-admin.ts';
import { noSuchAlert } from '../core/alerts/alert-admin.ts';
import type { AlertCaller } from '../core/alerts/alert-events.ts';
import { noSuchKey } from '../core/keys/key-admin.ts';
import { createQuota } from '../core/quota/quota.ts';
import type { Reader } from '../core/read/read.ts';
import { registry } from '../feeds/index.ts';
import { createDocuments, createListedDocuments } from '../graphql/execution/persisted-documents.ts';
import { startAlerts } from './alerts.ts';
import type { Services } from './services.ts';

/** Alerts as the operator manages them: whosever they are, and each as the key it acts as. */
export interface OperatedAlerts {
  readonly admin: AlertAdmin;
  /** Oldest first. */
  list(): Promise<readonly Alert[]>;
  /** Throws NOT_FOUND. */
  callerOfKey(keyId: string): Promise<AlertCaller>;
  /** Throws NOT_FOUND. */
  callerOfAlert(id: string): Promise<AlertCaller>;
}

export function operateAlerts(services: Services, config: Config, logger: Logger): OperatedAlerts {
  const { alertStore, keyStore, quotaLedger: ledger, clock } = services;
  const { admin } = startAlerts(services, config, {
    modules: registry,
    reader: {} as Reader, // documents are checked here, none is executed
    quota: createQuota({ ledger, clock }),
    documents: config.documents === null ? createDocuments() : createListedDocuments(config.documents),
    logger,
    tail: null,
  });
  const callerOfKey = async (keyId: string): Promise<AlertCaller> => {
    const key = await keyStore.find(keyId);
    if (!key) throw noSuchKey(keyId);
    return { ...callerOf(key, config.tiers, clock.now()), key };
  };
  return {
    admin,
    list: () => alertStore.list(null),
    callerOfKey,
    async callerOfAlert(id) {
      const alert = await alertStore.find(id, null);
      if (!alert) throw noSuchAlert(id);
      return callerOfKey(alert.keyId);
    },
  };
}
