import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { addBelow, copyProject, guideBlocks } from './copied-project.ts';

describe('docs/adding-a-route.md, done as it says', () => {
  const copy = copyProject();
  let server: ServerProcess;
  beforeAll(async () => {
    for (const { file, text } of guideBlocks('docs/adding-a-route.md')) addBelow(join(copy, file), text);
    execFileSync('npm', ['run', 'codegen'], { cwd: copy, stdio: 'pipe' });
    server = await startProcess({ cwd: copy, dataDir: join(copy, 'data') });
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    rmSync(copy, { recursive: true, force: true });
  }, 60_000);

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

  it('is described', () => {
    expect(readFileSync(join(copy, 'schema/openapi.json'), 'utf8')).toContain('"/api/v1/tier-count"');
  });
});
