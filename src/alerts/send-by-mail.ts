import type { SendAlert } from '../core/alerts/alert-sender.ts';
import { addressIn } from '../core/alerts/alert-target.ts';
import type { SendMail } from '../core/alerts/mail-consent.ts';
import type { MailLinks } from '../core/alerts/mail-links.ts';

/** Sends messages of alerts as e-mails, each with a link that stops them. */
export function createSendByMail(deps: {
  readonly send: SendMail;
  readonly links: MailLinks;
  readonly publicUrl: string;
}): SendAlert {
  const { send, links, publicUrl } = deps;
  return async ({ id, name, url }, message, signal) => {
    const startedAt = performance.now();
    const stopUrl = links.urlOf({ action: 'stop', alertId: id, url });
    const footer = `-- \nThis is the alert “${name}” of ${publicUrl}. Stop these mails: ${stopUrl}\n`;
    const sent = await send(
      {
        to: addressIn(url),
        subject: message.subject,
        text: `${message.body}\n${footer}`,
        id: message.id,
        stopUrl,
      },
      signal,
    );
    return { ...sent, durationMs: Math.round(performance.now() - startedAt) };
  };
}

/** Where no mail server is set: an alert may be older than the setting that was taken away. */
export const sendNoMail: SendAlert = async () => ({
  status: null,
  error: 'this server sends no e-mail: its operator has not set SMTP_URL',
  answer: null,
  isGone: false,
  retryAfterMs: null,
  durationMs: 0,
});
