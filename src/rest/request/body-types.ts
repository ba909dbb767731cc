import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';

/**
 * Says which media types the bodies of a scope's routes have. Handlers get such a body as bytes, undefined where there is none,
 * and parse it themselves, so that a path that names nothing is refused before its body. Another type is refused with
 * UNSUPPORTED_MEDIA_TYPE before the body is read, whatever its size.
 *
 * @param expected Makes the message of that refusal from the type that was sent, undefined for none.
 */
export function takeBodies(
  scope: FastifyInstance,
  types: readonly string[],
  expected: (sent: string | undefined) => string,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length > 0 ? body : undefined),
  );
  scope.addContentTypeParser('*', (request, _payload, done) => {
    done(new AppError('UNSUPPORTED_MEDIA_TYPE', expected(request.headers['content-type'])));
  });
}
