import { isObject } from '../../feed/json.ts';
import type { Alert, AlertFormat } from './alert.ts';
import type { AlertEventsRead, AlertRange } from './alert-events.ts';
import { batchId } from './webhook-signature.ts';

/** What one delivery sends. */
export interface AlertMessage {
  readonly id: string;
  /** Subject of an e-mail. */
  readonly subject: string;
  readonly body: string;
  readonly events: number;
}

/** How many events a message holds. Bodies of `standard` stay within 20 kB, a longer event is sent alone; chats cut messages off. */
export const BATCH_RANGES: Readonly<Record<AlertFormat, AlertRange>> = {
  standard: { events: 100, bytes: 18_000 },
  slack: { events: 20, bytes: 18_000 },
  discord: { events: 10, bytes: 18_000 },
  email: { events: 200, bytes: 200_000 },
};

type Written = Pick<Alert, 'id' | 'name' | 'format' | 'cursor'>;

/** The message of a batch that begins behind the alert's cursor and ends at `end`. */
export function batchMessage(alert: Written, { events, at }: AlertEventsRead, end: string): AlertMessage {
  const id = batchId(alert.id, alert.cursor, end);
  const body =
    alert.format === 'standard'
      ? standardBody('alert.events', at, {
          ...namesOf(alert),
          after: JSON.stringify(alert.cursor),
          cursor: JSON.stringify(end),
          events: `[${events.map(({ cursor, json }) => `{"cursor":${JSON.stringify(cursor)},"result":${json}}`).join()}]`,
        })
      : textBody(
          alert.format,
          alert.name,
          events.map(({ json }) => lineOf(json)),
        );
  const subject = `${alert.name}: ${events.length === 1 ? '1 event' : `${events.length} events`}`;
  return { id, subject, body, events: events.length };
}

/** A message that says no more than that it came. */
export function testMessage(alert: Written, id: string, at: Date): AlertMessage {
  const body =
    alert.format === 'standard'
      ? standardBody('alert.test', at, namesOf(alert))
      : textBody(alert.format, alert.name, ['This is a test: messages of this alert come here.']);
  return { id, subject: `Test of ${alert.name}`, body, events: 0 };
}

const namesOf = ({ id, name }: Written) => ({ alert_id: JSON.stringify(id), name: JSON.stringify(name) });

/** @param data values as JSON. */
function standardBody(type: string, at: Date | null, data: Readonly<Record<string, string>>): string {
  const members = Object.entries(data).map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  const timestamp = at === null ? '' : `"timestamp":"${at.toISOString()}",`;
  return `{"type":"${type}",${timestamp}"data":{${members.join()}}}`;
}

/** Characters of a line; with the title, the lines of a full batch fit into one message of each chat. */
const MAX_LINE = 180;
const MAX_TITLE = 100;
const MAX_MAIL_LINE = 1_000;

function textBody(format: Exclude<AlertFormat, 'standard'>, name: string, lines: readonly string[]): string {
  if (format === 'email') return lines.map((line) => `• ${cut(line, MAX_MAIL_LINE, asItIs)}\n`).join('');
  const escaped = ESCAPES[format];
  const title = cut(name, MAX_TITLE, escaped);
  const shown = lines.map((line) => `• ${cut(line, MAX_LINE, escaped)}`);
  if (format === 'slack') return JSON.stringify({ text: [`*${title}*`, ...shown].join('\n') });
  // Rows are foreign text: their mentions must not notify anyone.
  return JSON.stringify({ content: [`**${title}**`, ...shown].join('\n'), allowed_mentions: { parse: [] } });
}

/** Slack reads `<…>` as links and mentions, Discord Markdown. */
const ESCAPES: Readonly<Record<'slack' | 'discord', (text: string) => string>> = {
  slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: (text) => text.replace(/[\\*_~`|>[\]()#-]/g, '\\$&'),
};

/** An e-mail is plain text. */
const asItIs = (text: string): string => text;

/** As much of a text as has room once it is escaped. */
function cut(text: string, length: number, escaped: (character: string) => string): string {
  let shown = '';
  for (const character of text) {
    const next = shown + escaped(character);
    if (next.length > length - 1) return `${shown}…`;
    shown = next;
  }
  return shown;
}

/** An event in a line: what happened, and the fields of its row that the document selects. */
function lineOf(json: string): string {
  const { data } = JSON.parse(json) as { readonly data?: unknown };
  const event = isObject(data) ? Object.values(data)[0] : null;
  if (!isObject(event)) return 'An event that could not be read.';
  const { kind, cursor: _cursor, at: _at, gap, node, ...others } = event;
  if (kind === 'RESYNC' || isObject(gap)) return 'Events were passed over: read the list anew.';
  const word = typeof kind === 'string' ? `${kind.toLowerCase()}: ` : '';
  return `${word}${partsOf({ ...others, ...(isObject(node) ? node : {}) }).join(', ')}`;
}

function partsOf(value: object, path = ''): readonly string[] {
  return Object.entries(value).flatMap(([name, member]): readonly string[] => {
    const place = path === '' ? name : `${path}.${name}`;
    if (member === null || name === '__typename') return [];
    return typeof member === 'object' ? partsOf(member, place) : [`${place} ${singleLine(String(member))}`];
  });
}

const singleLine = (text: string): string => text.replace(/\s+/g, ' ');
