import { AppError, invalidParameter } from '../../errors.ts';
import { parseInstant } from '../../feed/value.ts';
import { callerOf } from '../access/access.ts';
import type { Tier } from '../access/tiers.ts';
import type { Alert, AlertDelivery } from '../alerts/alert.ts';
import { type AlertAdmin, type NewAlert, noSuchAlert } from '../alerts/alert-admin.ts';
import type { AlertCaller } from '../alerts/alert-events.ts';
import type { ManagedKey } from '../keys/key-admin.ts';
import type { Clock } from '../ports.ts';
import type { AccountKeys } from './account-keys.ts';
import type { AccountRecord } from './account-ports.ts';
import type { Attempts } from './attempts.ts';

/** What people do with the alerts of their account. An alert of another account does not exist: NOT_FOUND, also without any key. */
export interface AccountAlerts {
  /** Oldest first. Empty for an account that never had a key. */
  list(account: AccountRecord): Promise<readonly Alert[]>;
  /** As the newest valid key of the account. Throws CONFLICT without one, RATE_LIMITED, and what `AlertAdmin.create` throws. */
  create(account: AccountRecord, wanted: NewAlert): Promise<Alert>;
  pause(account: AccountRecord, id: string): Promise<Alert>;
  /** Goes on as the newest valid key of the account. Throws CONFLICT without one. */
  resume(account: AccountRecord, id: string): Promise<Alert>;
  /** Throws RATE_LIMITED. */
  test(account: AccountRecord, id: string): Promise<Omit<AlertDelivery, 'id'>>;
  /** The former secret signs as well for a day. Throws what `AlertAdmin.rotateSecret` throws. */
  rotateSecret(account: AccountRecord, id: string): Promise<Alert>;
  /**
   * Delivers again what came since a moment in ISO 8601, as the newest valid key of the account. Throws INVALID_PARAMETER, CONFLICT
   * without a key, RATE_LIMITED.
   */
  replay(account: AccountRecord, id: string, since: string): Promise<Alert>;
  /** Passes over the batch that waits to be tried again. Throws CONFLICT when no batch waits. */
  skip(account: AccountRecord, id: string): Promise<Alert>;
  /** The newest tries. */
  deliveries(account: AccountRecord, id: string): Promise<readonly AlertDelivery[]>;
  remove(account: AccountRecord, id: string): Promise<void>;
}

/** Tries that the page shows. */
const DELIVERIES = 20;

export function createAccountAlerts(deps: {
  readonly alerts: AlertAdmin;
  readonly keys: Pick<AccountKeys, 'list'>;
  readonly attempts: Attempts;
  readonly tiers: readonly Tier[];
  readonly clock: Clock;
}): AccountAlerts {
  const { alerts, keys, attempts, tiers, clock } = deps;

  const callerWith = (key: ManagedKey): AlertCaller => ({ ...callerOf(key, tiers, clock.now()), key });
  /** Whoever the account is: any of its keys says so, also one that has ended. */
  const owner = async (account: AccountRecord): Promise<AlertCaller | null> => {
    const [key] = await keys.list(account);
    return key ? callerWith(key) : null;
  };
  const requireOwner = async (account: AccountRecord, id: string): Promise<AlertCaller> => {
    const caller = await owner(account);
    if (!caller) throw noSuchAlert(id); // whoever never had a key has no alert
    return caller;
  };
  const validCaller = async (account: AccountRecord): Promise<AlertCaller> => {
    const key = (await keys.list(account)).find(
      ({ state, replacedBy }) => state === 'valid' && replacedBy === null,
    );
    return key ? callerWith(key) : needsKey();
  };
  /** Of an alert that the account has. */
  const actingCaller = async (account: AccountRecord, id: string): Promise<AlertCaller> => {
    await alerts.find(await requireOwner(account, id), id);
    return validCaller(account);
  };

  return {
    async list(account) {
      const caller = await owner(account);
      return caller ? alerts.list(caller) : [];
    },
    async create(account, wanted) {
      const caller = await validCaller(account);
      await attempts.reserve('alert', account.id);
      return alerts.create(caller, wanted);
    },
    pause: async (account, id) => alerts.update(await requireOwner(account, id), id, { state: 'paused' }),
    resume: async (account, id) => alerts.update(await actingCaller(account, id), id, { state: 'active' }),
    async test(account, id) {
      const caller = await requireOwner(account, id);
      await attempts.reserve('alert', account.id);
      return alerts.test(caller, id);
    },
    rotateSecret: async (account, id) => alerts.rotateSecret(await requireOwner(account, id), id),
    async replay(account, id, from) {
      const since = parseInstant(from);
      if (!since) throw invalidParameter('since', from, 'a date or a time in ISO 8601 with zone');
      const caller = await actingCaller(account, id);
      await attempts.reserve('alert', account.id);
      return alerts.replay(caller, id, { since });
    },
    skip: async (account, id) => alerts.skip(await requireOwner(account, id), id, 'batch'),
    deliveries: async (account, id) =>
      alerts.deliveries(await requireOwner(account, id), id, { limit: DELIVERIES, before: null }),
    remove: async (account, id) => alerts.remove(await requireOwner(account, id), id),
  };
}

function needsKey(): never {
  throw new AppError('CONFLICT', 'an alert acts as a key of its account; create one first');
}
