import type { Clock } from '../core/ports.ts';
import { DAY_MS } from '../core/time.ts';
import { AppError } from '../errors.ts';
import type { Surface } from './surface.ts';

/** RFC 9116 recommends less than a year: whoever reads an old copy asks again. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness of this server. */
export function createSecurityTxt(deps: {
  /** `mailto:` or a page; null: the operator gave none. */
  readonly contactUrl: string | null;
  readonly publicUrl: string | null;
  readonly clock: Clock;
}): Surface {
  const { contactUrl, publicUrl, clock } = deps;
  return {
    name: 'security-txt',
    register(app) {
      app.get('/.well-known/security.txt', { config: { access: 'static' } }, (_request, reply) => {
        if (contactUrl === null)
          throw new AppError('NOT_FOUND', 'the operator of this server gave no contact (CONTACT_URL)');
        const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
        const lines = [
          `Contact: ${contactUrl}`,
          `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
          'Preferred-Languages: en',
          ...(publicUrl === null
            ? []
            : [`Canonical: ${publicUrl}/.well-known/security.txt`, `Policy: ${publicUrl}/guides/security`]),
        ];
        return reply
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'public, max-age=86400')
          .send(`${lines.join('\n')}\n`);
      });
    },
  };
}
