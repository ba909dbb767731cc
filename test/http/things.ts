import { AppError, invalidParameter } from '../../src/errors.ts';
import type { Surface } from '../../src/http/surface.ts';
import { ConnectionLost } from '../../src/postgres/connection/connection.ts';

/** A surface with one route of each kind. */
export const things: Surface = {
  name: 'test',
  register(app) {
    app.get('/api/v1/things', { config: { access: 'key' } }, async (request) => ({
      key: request.caller.key?.id ?? null,
      tier: request.caller.tier.id,
      view: request.caller.view,
      url: request.url,
      originalUrl: request.originalUrl,
      query: request.query,
    }));
    app.get('/api/v1/things/:id', { config: { access: 'key' } }, async (request) => {
      request.context.log.cacheHit = true;
      request.context.log.operation = 'oneThing';
      return { id: (request.params as { id: string }).id };
    });
    app.get('/api/v1/refused', { config: { access: 'key' } }, async () => {
      throw invalidParameter('limit', 'many', 'a whole number');
    });
    app.get('/api/v1/broken', { config: { access: 'key' } }, async () => {
      throw new Error('secret detail of the database');
    });
    app.get('/api/v1/away', { config: { access: 'key' } }, async () => {
      throw new ConnectionLost('Connection terminated');
    });
    app.get(
      '/shaped',
      {
        config: {
          access: 'graphql',
          renderError: (error) => ({
            status: 200,
            contentType: 'application/json',
            body: JSON.stringify({ errors: [{ code: error.code }] }),
          }),
        },
      },
      async (request) => {
        if (request.caller.key === null) throw new AppError('KEY_MISSING', 'only introspection');
        return { ok: true };
      },
    );
    app.get('/api/things', { config: { access: 'open' } }, async (request) => ({ ip: request.ip }));
    app.post(
      '/api/ingest/:module',
      { config: { access: 'ingest' }, bodyLimit: 16 * 1024 * 1024 },
      async (request) => ({
        length: JSON.stringify(request.body).length,
      }),
    );
    app.post('/api/admin', { config: { access: 'admin' } }, async () => ({ ok: true }));
    app.post('/echo', async (request) => request.body);
  },
};
