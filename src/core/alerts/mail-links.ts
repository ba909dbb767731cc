import type { Clock } from '../ports.ts';
import type { Seal } from '../seal.ts';
import { DAY_MS } from '../time.ts';

/** What a link in a mail does: confirm that an address wants the mails of an alert, or stop them. */
export const MAIL_ACTIONS = ['confirm', 'stop'] as const;
export type MailAction = (typeof MAIL_ACTIONS)[number];

/** What a link names. */
export interface MailLink {
  readonly action: MailAction;
  readonly alertId: string;
  /** `mailto:` URL that the alert had when the mail was sent. */
  readonly url: string;
}

/** Links in mails, which nobody but this service can make. */
export interface MailLinks {
  urlOf(link: MailLink): string;
  /** Null for a token that this service has not made, and for one whose time is over. */
  read(token: string): MailLink | null;
}

export const MAIL_LINK_PATH = '/alerts';
/** A link that stops the mails of an alert works forever. */
const CONFIRM_MS = 3 * DAY_MS;

/** @param publicUrl origin and path prefix of this server. */
export function createMailLinks(deps: {
  readonly seal: Seal;
  readonly publicUrl: string;
  readonly clock: Clock;
}): MailLinks {
  const { seal, publicUrl, clock } = deps;
  return {
    urlOf({ action, alertId, url }) {
      const until = action === 'confirm' ? clock.now().getTime() + CONFIRM_MS : null;
      const token = seal.seal(Buffer.from(JSON.stringify([action, alertId, url, until]), 'utf8'));
      return `${publicUrl}${MAIL_LINK_PATH}/${action}?token=${token}`;
    },
    read(token) {
      const [action, alertId, url, until] = partsIn(seal.open(token));
      const known = MAIL_ACTIONS.find((one) => one === action);
      if (!known || typeof alertId !== 'string' || typeof url !== 'string') return null;
      if (typeof until === 'number' && until <= clock.now().getTime()) return null;
      return { action: known, alertId, url };
    },
  };
}

/** Other things are sealed with the same secret: what is no JSON array is no link. */
function partsIn(plain: Buffer | null): readonly unknown[] {
  if (plain === null) return [];
  try {
    const parts: unknown = JSON.parse(plain.toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
