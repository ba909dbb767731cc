/** Somebody at `/account`, as a browser sends what its page asks: with its cookies and where it comes from. */
export interface Visitor {
  /** `Set-Cookie` headers as they came, newest last. */
  readonly cookies: readonly string[];
  /** The value of a cookie that is kept now. */
  cookie(name: string): string | undefined;
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered>;
  get(path: string): Promise<Response>;
  signUp(name: string): Promise<void>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read it as what they expect
  readonly body: any;
}

export const PASSWORD = 'correct horse battery';

export function createVisitor(url: string): Visitor {
  const jar = new Map<string, string>();
  const cookies: string[] = [];
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }; // we made it below
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      cookies.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const ask: Visitor['ask'] = async (method, path, body, headers = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await send(`/account/api/${path}`, {
      method,
      headers: { origin: new URL(url).origin, ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    cookies,
    cookie: (name) => jar.get(name),
    ask,
    get: (path) => send(path, {}),
    async signUp(name) {
      const { status, body } = await ask('POST', 'sign-up', { name, password: PASSWORD });
      if (status !== 204) throw new Error(`not signed up: ${JSON.stringify(body)}`);
    },
  };
}
