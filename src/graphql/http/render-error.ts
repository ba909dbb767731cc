import { ERRORS } from '../../errors.ts';
import type { RenderError } from '../../http/request-context.ts';
import { GRAPHQL_RESPONSE_TYPE, JSON_TYPE, type ReadAccept } from './answer-types.ts';

/** Writes errors of the pipeline in the shape GraphQL clients read, as JSON of the type that they take. */
export function createRenderError(readAccept: ReadAccept): RenderError {
  return (error, { id, raw }) => {
    const { param, retryAfterSeconds } = error.details;
    const extensions = {
      code: error.code,
      requestId: id,
      ...(param === undefined ? {} : { param }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfter: retryAfterSeconds }),
    };
    const { best } = readAccept(raw.headers.accept);
    const type = best === GRAPHQL_RESPONSE_TYPE ? best : JSON_TYPE;
    return {
      status: ERRORS[error.code].status,
      contentType: `${type}; charset=utf-8`,
      body: JSON.stringify({ errors: [{ message: error.message, extensions }] }),
    };
  };
}
