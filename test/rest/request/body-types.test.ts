import fastify from 'fastify';
import { expect, it } from 'vitest';
import { takeBodies } from '../../../src/rest/request/body-types.ts';

async function post(contentType: string | undefined, payload: string) {
  const app = fastify({ bodyLimit: 8 });
  takeBodies(app, ['application/json', 'text/plain'], (sent = 'none') => `send JSON; got ${sent}`);
  app.post('/', (request) => ({
    isBuffer: Buffer.isBuffer(request.body),
    text: String(request.body ?? 'no body'),
  }));
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload });
  await app.close();
  return { statusCode, body: JSON.parse(body) as Record<string, unknown> };
}

it.each(['application/json', 'text/plain', 'text/plain; charset=utf-8'])(
  'gives %s as bytes',
  async (type) => {
    expect((await post(type, '{"a":1}')).body).toEqual({ isBuffer: true, text: '{"a":1}' });
  },
);

it('leaves broken JSON to the handler', async () => {
  expect((await post('application/json', '{')).body).toEqual({ isBuffer: true, text: '{' });
});

it('has no body where none was sent', async () => {
  expect((await post(undefined, '')).body).toEqual({ isBuffer: false, text: 'no body' });
});

it.each([
  ['text/csv', 'text/csv'],
  [undefined, 'none'],
])('refuses %s before its body is read, whatever its size', async (type, named) => {
  const { body } = await post(type, 'more than eight bytes');
  expect(body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', message: `send JSON; got ${named}` });
});
