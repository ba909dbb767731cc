/**
 * The least a server can do: node:http, the same bytes and headers, the same log line. For GraphQL it reads the body and
 * finds the bytes by its text. It knows no keys and no quotas.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../src/http/log.ts';
import { serveBench } from './process.ts';
import { GRAPHQL_BODY, type Recorded } from './questions.ts';

interface Answer {
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly line: Recorded['line'];
}

const logger = createLogger('info');
const answers = new Map<string, Answer>();
const server = createServer((request, response) => {
  const send = (answer: Answer | undefined): void => {
    if (!answer) throw new Error('nothing was recorded');
    response.once('close', () => logger.info(answer.line, 'request'));
    response.writeHead(200, [...answer.headers]).end(answer.body);
  };
  if (request.method === 'GET') return send(answers.get(''));
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => send(answers.get(body)));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo; // it listens on TCP
const answerOf = ({ headers, body, line }: Recorded): Answer => ({
  headers,
  line,
  body: Buffer.from(body, 'base64'),
});
serveBench(
  { url: `http://127.0.0.1:${port}`, key: 'none' },
  {
    record({ rest, graphql }) {
      answers.set('', answerOf(rest));
      answers.set(GRAPHQL_BODY, answerOf(graphql));
    },
  },
);
