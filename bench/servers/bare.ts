/**
 * The least a server can do: node:http, the same bytes and headers, the same log line. For GraphQL it reads the body and
 * finds the bytes by its text. It knows no keys and no quotas, unless it is started with `keyed`.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { serveCalls } from '../calls.ts';
import { ask, type Recorded } from '../questions.ts';
import { createGate, shared } from './gate.ts';
import { listen } from './listen.ts';
import { logRequest } from './log-requests.ts';

interface Answer {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const gate = process.argv[2] === 'keyed' ? createGate() : null;
const answers = new Map<string, Answer>();

function send(request: IncomingMessage, response: ServerResponse, question: string): void {
  const answer = answers.get(question);
  if (!answer) throw new Error('nothing was recorded');
  const own = gate ? gate.admit(request) : [];
  if (own === null) {
    response.writeHead(401).end();
    return;
  }
  if (gate) own.push('x-request-id', randomUUID());
  response.writeHead(200, [...answer.headers, ...own]).end(answer.body);
}

const server = createServer((request, response) => {
  logRequest(request, response);
  if (request.method === 'GET') return send(request, response, '');
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => send(request, response, body));
});
const address = { port: await listen(server), key: gate?.token ?? 'none' };
const answerOf = ({ headers, body }: Recorded): Answer => ({
  headers: gate ? shared(headers) : headers,
  body: Buffer.from(body),
});

serveCalls({
  address: () => address,
  repeat({ rest, graphql }: { rest: Recorded; graphql: Recorded }) {
    answers.set('', answerOf(rest));
    answers.set(ask('graphql', address).body?.() ?? '', answerOf(graphql));
  },
});
