import type { AlertShares, AlertStore } from '../../core/alerts/alert-store.ts';
import { createSeal, type Seal } from '../../core/seal.ts';
import type { Database } from '../connection/database.ts';
import { readSecret } from '../connection/secrets.ts';
import { createAlertShares } from './alert-shares.ts';
import { createAlertStore } from './alert-store.ts';

export interface AlertStores {
  readonly alertStore: AlertStore;
  readonly alertShares: AlertShares;
  /** Of the links in mails. */
  readonly mailSeal: Seal;
}

/** Alerts in the store, with secrets that are the same in all processes on it. */
export async function openAlerts(db: Database): Promise<AlertStores> {
  const seal = createSeal(await readSecret(db, 'alerts'));
  return {
    alertStore: createAlertStore(db, seal),
    alertShares: createAlertShares(db, seal),
    mailSeal: createSeal(await readSecret(db, 'alert mails')),
  };
}
