import { AppError } from '../../errors.ts';
import type { Attempts } from '../accounts/attempts.ts';
import type { Clock } from '../ports.ts';
import type { Alert } from './alert.ts';
import type { SentMessage } from './alert-sender.ts';
import type { AlertStore } from './alert-store.ts';
import { addressIn } from './alert-target.ts';
import type { MailAction, MailLinks } from './mail-links.ts';

/** A mail of this service, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Before the `@` of `Message-ID`; the same for every try. */
  readonly id: string;
  /** Link that stops such mails; null: this is the only one. */
  readonly stopUrl: string | null;
}

/** Hands a mail to the mail server, once. Never rejects. */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<Omit<SentMessage, 'durationMs'>>;

/** An alert as a page shows it to who reads the mails. */
export interface MailedAlert {
  readonly name: string;
  readonly address: string;
}

/** Nobody gets the mails of an alert who has not confirmed it: asks an address, and takes what it answers by the links of mails. */
export interface MailConsent {
  /** Counts a mail to an address. Throws RATE_LIMITED when the account or the address has had its share of the day. */
  reserve(account: string, url: string): Promise<void>;
  /** Asks whether an address wants an alert; what went wrong, null: the mail server has taken the question. */
  ask(alert: Pick<Alert, 'id'> & { readonly url: string }): Promise<string | null>;
  /** The alert that a link is about. Throws NOT_FOUND for a link that is not valid, or not any more. */
  look(action: MailAction, token: string): Promise<MailedAlert>;
  /** Does what a link says; twice is the same as once. Throws NOT_FOUND like `look`. */
  act(action: MailAction, token: string): Promise<MailedAlert>;
}

/** Most providers deliver `ann+news@` to `ann@`, whatever is behind the plus. */
const mailboxOf = (url: string): string => url.toLowerCase().replace(/\+[^@]*(?=@)/, '');

const RESUMED = { state: 'active', reason: null, lastError: null } as const;
const STOPPED = {
  confirmedUrl: null,
  state: 'paused',
  reason: 'unsubscribed',
  lastError: 'the reader of the address has stopped the mails',
} as const;

export function createMailConsent(deps: {
  readonly store: Pick<AlertStore, 'find' | 'change'>;
  readonly links: MailLinks;
  readonly send: SendMail;
  readonly attempts: Attempts;
  /** Where people see this server. */
  readonly publicUrl: string;
  readonly clock: Clock;
}): MailConsent {
  const { store, links, send, attempts, publicUrl, clock } = deps;

  const find = async (action: MailAction, token: string) => {
    const link = links.read(token);
    const alert = link?.action === action ? await store.find(link.alertId, null) : null;
    if (!link || !alert || alert.format !== 'email' || alert.url !== link.url)
      throw new AppError(
        'NOT_FOUND',
        'this link is not valid any more: its time is over, or its alert was removed or goes elsewhere',
      );
    return { alert, url: link.url };
  };
  const shown = (alert: Alert, url: string): MailedAlert => ({ name: alert.name, address: addressIn(url) });

  return {
    async reserve(account, url) {
      await attempts.reserve('mailFrom', account);
      await attempts.reserve('mailTo', mailboxOf(url));
    },
    async ask({ id, url }) {
      const { error } = await send({
        to: addressIn(url),
        subject: 'Confirm an alert by e-mail',
        // Without the name of the alert: who reads it has not asked for a text of somebody else.
        text: [
          `An account at ${publicUrl} wants to send the events of an alert to this address.`,
          `If this was you, confirm it here within three days:\n${links.urlOf({ action: 'confirm', alertId: id, url })}`,
          'If it was not you, do nothing, and nothing else is sent.',
        ].join('\n\n'),
        id: `confirm-${id}-${clock.now().getTime()}`,
        stopUrl: null,
      });
      return error;
    },
    async look(action, token) {
      const { alert, url } = await find(action, token);
      return shown(alert, url);
    },
    async act(action, token) {
      const { alert, url } = await find(action, token);
      const isWaiting = alert.reason === 'unconfirmed' || alert.reason === 'unsubscribed';
      const changes = action === 'stop' ? STOPPED : { confirmedUrl: url, ...(isWaiting ? RESUMED : {}) };
      await store.change(alert.id, changes, clock.now());
      return shown(alert, url);
    },
  };
}
