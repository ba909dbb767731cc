import { AppError, invalidParameter } from '../../errors.ts';
import type { Alert, AlertFormat } from './alert.ts';
import type { AlertEndpoints } from './alert-endpoints.ts';

/** Where the events of an alert go, how they are written, and how often. */
export type AlertTarget = Pick<Alert, 'url' | 'format' | 'digest'>;

/**
 * The target with its URL normalised. Throws INVALID_PARAMETER for a URL that does not fit the format or can never be delivered to,
 * for e-mail on a server that sends none, and for a digest of anything but e-mail.
 */
export function checkTarget(
  { url, format, digest }: AlertTarget,
  { endpoints, hasMail }: { readonly endpoints: AlertEndpoints; readonly hasMail: boolean },
): AlertTarget {
  if (format === 'email') {
    if (!hasMail)
      throw new AppError(
        'INVALID_PARAMETER',
        'this server sends no e-mail: its operator has not set SMTP_URL',
        {
          param: 'format',
        },
      );
    return { url: checkMailUrl(url), format, digest };
  }
  if (url === null && (format === 'slack' || format === 'discord'))
    throw new AppError(
      'INVALID_PARAMETER',
      `url is missing: an alert of format ${format} is posted to the URL of an incoming webhook`,
      { param: 'url' },
    );
  if (url !== null && isMailto(url))
    throw new AppError('INVALID_PARAMETER', 'url is an e-mail address: that needs "format": "email"', {
      param: 'format',
    });
  if (digest !== 'none') throw invalidParameter('digest', digest, 'none: only e-mail comes as a digest');
  return { url: url === null ? null : endpoints.check(url).href, format, digest };
}

/** Without another wish, an alert that is no longer sent by e-mail has no digest. */
export function changedTarget(
  alert: Alert,
  wishes: { readonly [T in keyof AlertTarget]?: AlertTarget[T] | undefined },
  rules: Parameters<typeof checkTarget>[1],
): Partial<AlertTarget> {
  const { url = alert.url, format = alert.format } = wishes;
  if (wishes.url === undefined && wishes.format === undefined && wishes.digest === undefined) return {};
  const { digest = format === 'email' ? alert.digest : 'none' } = wishes;
  return checkTarget({ url, format, digest }, rules);
}

/** The address in a `mailto:` URL that `checkTarget` let pass. */
export const addressIn = (url: string): string => url.slice(MAILTO.length);

/** Whether deliveries are signed: mails are not, and what is polled is not delivered. */
export const isSigned = ({ url, format }: Pick<AlertTarget, 'url' | 'format'>): boolean =>
  url !== null && format !== 'email';

/** Whether an alert waits until its address has confirmed it. */
export const awaitsConfirmation = ({
  format,
  url,
  confirmedUrl,
}: {
  readonly format: AlertFormat;
  readonly url: string | null;
  readonly confirmedUrl: string | null;
}): boolean => format === 'email' && url !== confirmedUrl;

const MAILTO = 'mailto:';
const isMailto = (url: string): boolean => url.slice(0, MAILTO.length).toLowerCase() === MAILTO;
/** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
const MAX_ADDRESS = 254;
/** One address as the HTML standard has it for `<input type="email">`: no comments, no quotes, no second address. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

function checkMailUrl(url: string | null): string {
  const address = url !== null && isMailto(url) ? addressIn(url) : '';
  if (address.length > MAX_ADDRESS || !ADDRESS.test(address))
    throw new AppError(
      'INVALID_PARAMETER',
      'url must be mailto: and one address, e.g. mailto:ann@example.com',
      {
        param: 'url',
      },
    );
  const at = address.lastIndexOf('@');
  return `${MAILTO}${address.slice(0, at)}${address.slice(at).toLowerCase()}`;
}
