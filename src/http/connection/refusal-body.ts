/** The body of an answer to what never became a request of the pipeline: a problem without a request id. */
export const refusalBody = (status: number, title: string, detail?: string): string =>
  JSON.stringify({ type: 'about:blank', title, status, detail, code: 'BAD_REQUEST' });
