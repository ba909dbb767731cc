import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { load } from '../../bench/load.ts';
import { listen } from '../../bench/servers/listen.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  return `http://127.0.0.1:${await listen(server)}/rows`;
}

const BRIEF = { connections: 3, ms: 60 };

it('counts the answers, whether they tell their length or come in chunks', async () => {
  let seen = 0;
  const url = await serve((_request, response) => {
    seen += 1;
    if (seen % 2 === 0) return response.end('{"ok":true}');
    return response.write('{"ok":', () => setTimeout(() => response.end('true}'), 2)); // a packet of its own
  });
  expect(await load({ url, headers: {} }, BRIEF)).toBe(seen);
  expect(seen).toBeGreaterThanOrEqual(BRIEF.connections);
});

it('posts a body that is new each time', async () => {
  const bodies: string[] = [];
  let made = 0;
  const url = await serve(async (request, response) => {
    bodies.push((await request.setEncoding('utf8').toArray()).join(''));
    response.end();
  });
  const body = () => {
    made += 1;
    return `{"nth":"${made}. Zürich"}`;
  };
  expect(await load({ url, headers: {}, body }, BRIEF)).toBe(made);
  expect(new Set(bodies).size).toBe(made);
});

it('fails with the first answer that is not 200, and says what it was', async () => {
  const url = await serve((_request, response) => response.writeHead(429).end('used up'));
  await expect(load({ url, headers: {} }, BRIEF)).rejects.toThrow(/429.*used up/s);
});
