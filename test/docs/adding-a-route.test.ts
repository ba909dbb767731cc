import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { addBelow, copyProject, guideBlocks, writeNew } from './copied-project.ts';

describe('docs/adding-a-route.md, done as it says', () => {
  const copy = copyProject();
  let server: ServerProcess;
  beforeAll(async () => {
    for (const { file, text } of guideBlocks('docs/adding-a-route.md')) {
      if (file.endsWith('member-count-routes.ts')) writeNew(join(copy, file), text);
      else addBelow(join(copy, file), text);
    }
    execFileSync('npm', ['run', 'codegen'], { cwd: copy, stdio: 'pipe' });
    server = await startProcess({ cwd: copy, dataDir: join(copy, 'data') });
  }, 600_000);
  afterAll(async () => {
    await server.stop();
    rmSync(copy, { recursive: true, force: true });
  }, 600_000);

  it('asks for a key, is metered and tagged', async () => {
    const url = `${server.url}/api/v1/tier-count`;
    expect((await fetch(url)).status).toBe(401);
    const headers = { 'x-api-key': await server.issue('quant') };
    const answer = await fetch(url, { headers });
    expect(await answer.json()).toEqual({ count: expect.any(Number) });
    expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull();
    const etag = answer.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
  });

  it('answers the open route without a key', async () => {
    const answer = await fetch(`${server.url}/api/tier-names`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ names: expect.arrayContaining([expect.any(String)]) });
  });

  it('takes a body of its type from a key of its scope', async () => {
    const [reader, admin] = [await server.issue('quant'), await server.issue('quant', 'admin')];
    const post = (key: string, type: string, body: string) =>
      fetch(`${server.url}/api/admin/member-count`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': type },
        body,
      });
    const counted = await post(admin, 'application/json', '{"a": 1, "b": 2}');
    expect(await counted.json()).toEqual({ count: 2 });
    expect((await post(reader, 'application/json', '{}')).status).toBe(403);
    expect((await post(admin, 'application/json', '[]')).status).toBe(400);
    expect((await post(admin, 'text/plain', '{}')).status).toBe(415);
  });

  it.each(['/api/v1/tier-count', '/api/tier-names', '/api/admin/member-count'])('describes %s', (path) => {
    expect(readFileSync(join(copy, 'schema/openapi.json'), 'utf8')).toContain(`"${path}"`);
  });
});
