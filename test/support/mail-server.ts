import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as it came. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** By name in small letters, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A real SMTP server on a loopback address. */
export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** What it says to an address: a status to refuse it with; null: it is taken. */
  answer: (address: string) => number | null;
  close(): Promise<void>;
}

export const MAIL_FROM = 'Alpha Data <alerts@alpha.example>';
export const MAIL_SITE = 'https://alpha.example/data';

/** What an app needs so that it sends its mails there. */
export const mailSettings = ({ url }: Pick<MailServer, 'url'>) => ({
  SMTP_URL: url,
  MAIL_FROM,
  PUBLIC_URL: MAIL_SITE,
});

export async function openMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const status = opened.answer(address);
      done(status === null ? null : Object.assign(new Error(`not ${address}`), { responseCode: status }));
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const opened: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    answer: () => null,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return opened;
}

/** Link of a mail that leads to the server under test. */
export function linkIn({ text: body }: ReceivedMail, action: 'confirm' | 'stop', url: string): string {
  const link = new RegExp(`${MAIL_SITE}(/alerts/${action}\\?token=[\\w-]+)`).exec(body)?.[1];
  if (link === undefined) throw new Error(`no link to ${action} in: ${body}`);
  return url + link;
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n');
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  return {
    headers,
    text: encoding === 'quoted-printable' ? fromQuotedPrintable(body) : decoded(body, encoding),
  };
}

const decoded = (body: string, encoding: string): string =>
  encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : body;

const fromQuotedPrintable = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
