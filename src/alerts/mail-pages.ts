import { hash } from 'node:crypto';
import type { FastifyContextConfig, FastifyReply } from 'fastify';
import type { MailConsent, MailedAlert } from '../core/alerts/mail-consent.ts';
import { MAIL_ACTIONS, MAIL_LINK_PATH, type MailAction } from '../core/alerts/mail-links.ts';
import { AppError, ERRORS, invalidParameter } from '../errors.ts';
import type { Surface } from '../http/surface.ts';

/** What is not read: `List-Unsubscribe=One-Click` (RFC 8058), or the button of the page. */
const MAX_BODY_BYTES = 1_024;

const STYLE = `body{max-width:34rem;margin:3rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
button{font:inherit;padding:.5rem 1rem}`;
/** The address of the page holds a token: no other page learns of it. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/**
 * Where the links of mails lead: `/alerts/confirm` and `/alerts/stop`. A GET only asks, since programs that check mails follow links;
 * the button, and mail programs by RFC 8058, send POST.
 *
 * @param consent null: no mails are sent here.
 */
export function createMailPages(consent: MailConsent | null): Surface {
  return {
    name: 'alert-mails',
    register(scope) {
      if (consent === null) return;
      const config = { renderError };
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined);
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = MAX_BODY_BYTES;
      });
      for (const action of MAIL_ACTIONS) {
        const path = `${MAIL_LINK_PATH}/${action}`;
        scope.get<{ Querystring: { token?: unknown } }>(path, { config }, async ({ query }, reply) => {
          const token = tokenIn(query);
          const alert = await consent.look(action, token);
          return page(reply, WORDS[action].title, [WORDS[action].question(alert), buttonOf(action)]);
        });
        scope.post<{ Querystring: { token?: unknown } }>(path, { config }, async ({ query, log }, reply) => {
          const alert = await consent.act(action, tokenIn(query));
          log.info({ action: `alert.mail.${action}` }, 'audit');
          return page(reply, WORDS[action].title, [WORDS[action].done(alert)]);
        });
      }
    },
  };
}

const WORDS: Readonly<
  Record<
    MailAction,
    {
      readonly title: string;
      readonly button: string;
      readonly question: (alert: MailedAlert) => string;
      readonly done: (alert: MailedAlert) => string;
    }
  >
> = {
  confirm: {
    title: 'Confirm an alert',
    button: 'Send me this alert',
    question: (alert) => `Send the alert ${named(alert)}?`,
    done: ({ name, address }) =>
      `Confirmed. Mails of the alert ${bold(name)} go to ${bold(address)} from now on. Each mail has a link that stops them.`,
  },
  stop: {
    title: 'Stop an alert',
    button: 'Stop these mails',
    question: (alert) => `Stop sending the alert ${named(alert)}?`,
    done: ({ name, address }) => `Stopped. No more mails of the alert ${bold(name)} go to ${bold(address)}.`,
  },
};

const named = ({ name, address }: MailedAlert): string => `${bold(name)} to ${bold(address)}`;
const bold = (text: string): string => `<b>${escaped(text)}</b>`;

/** The form posts to the address of the page itself, token included. */
const buttonOf = (action: MailAction): string =>
  `<form method="post"><button>${WORDS[action].button}</button></form>`;

const page = (reply: FastifyReply, title: string, paragraphs: readonly string[]): FastifyReply =>
  reply.headers(HEADERS).send(htmlOf(title, paragraphs));

const htmlOf = (title: string, paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Alpha Data</title><style>${STYLE}</style><h1>${title}</h1>${paragraphs.map((one) => `<div>${one}</div>`).join('\n')}</html>\n`;

/** Whoever opens a link of a mail reads a page, whatever became of it. */
const renderError: NonNullable<FastifyContextConfig['renderError']> = ({ code, message }) => {
  const { 'content-type': contentType, ...headers } = HEADERS;
  const body = htmlOf('This did not work', [escaped(sentence(message))]);
  return { status: ERRORS[code].status, contentType, headers, body };
};

/** Messages of errors are parts of a sentence. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function tokenIn({ token }: { readonly token?: unknown }): string {
  if (typeof token === 'string' && token !== '') return token;
  if (token === undefined || token === '')
    throw new AppError('INVALID_PARAMETER', 'token is missing: open the link of the mail as it is', {
      param: 'token',
    });
  throw invalidParameter('token', String(token), 'one token');
}
