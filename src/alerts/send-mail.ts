import { createTransport, type SMTPPoolSentMessageInfo } from 'nodemailer';
import type { Mail, SendMail } from '../core/alerts/mail-consent.ts';
import type { MailServer } from '../core/alerts/mail-server.ts';

const TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 4;
const MAX_ANSWER_BYTES = 1_000;
/** RFC 5321, section 4.2.3: there is no such mailbox, or it is not one to send to. */
const NO_MAILBOX = [550, 551, 553];

/** Hands mails to a mail server over connections that are kept. */
export function createSendMail(
  { url, from }: MailServer,
  timeoutMs: number = TIMEOUT_MS,
): { readonly send: SendMail; close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Texts are ours: nothing in them names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');

  const hand = (mail: Mail, signal: AbortSignal): Promise<SMTPPoolSentMessageInfo> =>
    transport.sendMail({
      from,
      signal,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${mail.id}@${host}>`,
      headers: {
        'Auto-Submitted': 'auto-generated', // RFC 3834: no answer of who is away
        ...(mail.stopUrl === null
          ? {}
          : {
              'List-Unsubscribe': `<${mail.stopUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
      },
    });
  return {
    async send(mail, signal) {
      const none = { status: null, answer: null, retryAfterMs: null, isGone: false };
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const { response } = await hand(mail, signal ? AbortSignal.any([signal, timeout]) : timeout);
        return { ...none, status: codeIn(response), error: null };
      } catch (error) {
        if (timeout.aborted)
          return {
            ...none,
            error: `the mail server has not taken the mail within ${timeoutMs / 1000} seconds`,
          };
        if (signal?.aborted) return { ...none, error: 'broken off: this process is shutting down' };
        return { ...none, ...failureOf(error) };
      }
    },
    close: () => transport.close(),
  };
}

const codeIn = (response = ''): number | null => Number.parseInt(response, 10) || null;

/** For the owner of the alert: what the server said of the address, but nothing of how this service reaches its server. */
function failureOf(error: unknown) {
  const { code, command, responseCode, response } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const status = typeof responseCode === 'number' ? responseCode : null;
  if (status !== null && command === 'RCPT TO')
    return {
      status,
      // RFC 5321, section 4.2.1: 4xx is said of what may pass.
      error:
        status < 500
          ? `the mail server cannot take mails for this address just now (${status})`
          : `the mail server does not take mails for this address (${status})`,
      answer: clean(response),
      isGone: NO_MAILBOX.includes(status),
    };
  if (status !== null && command !== 'AUTH' && code !== 'EAUTH')
    return { status, error: `the mail server has not taken the mail (${status})`, answer: clean(response) };
  return { error: 'the mail server of this service cannot be used just now' };
}

/** PostgreSQL takes no NUL; an answer that is cut may end within a character. */
const clean = (response: unknown): string | null =>
  typeof response === 'string'
    ? Buffer.from(response).subarray(0, MAX_ANSWER_BYTES).toString('utf8').replaceAll('\0', '').toWellFormed()
    : null;
