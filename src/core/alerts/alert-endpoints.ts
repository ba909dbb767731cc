import { BlockList, isIP, isIPv6 } from 'node:net';
import { AppError } from '../../errors.ts';
import { isOneLine } from '../../feed/text.ts';

/** Where alerts may be delivered to: `https://public:443` unless the operator says more. */
export interface EndpointRule {
  readonly protocol: 'https:' | 'http:';
  /** `public`: every address that is routed on the internet, and no other; else addresses of one network. */
  readonly network: 'public' | { readonly address: string; readonly bits: number };
  /** Null: any. */
  readonly port: number | null;
}

export const DEFAULT_ENDPOINT_RULES: readonly EndpointRule[] = [
  { protocol: 'https:', network: 'public', port: 443 },
];

/** Holds endpoints against the rules: the address as it is written, and again each address that a name leads to. */
export interface AlertEndpoints {
  /**
   * The URL, normalised. Throws INVALID_PARAMETER for one that can never be delivered to. What a name leads to is looked at when
   * something is sent.
   */
  check(url: string): URL;
  /** Whether what is sent to a URL may go to this address. */
  allows(url: URL, address: string): boolean;
}

const MAX_URL = 2_000;

export function createAlertEndpoints(rules: readonly EndpointRule[]): AlertEndpoints {
  const held = rules.map((rule) => ({ ...rule, holds: holdsOf(rule) }));
  const rulesFor = ({ protocol, port }: URL) =>
    held.filter(
      (rule) => rule.protocol === protocol && (rule.port === null || rule.port === portOf(protocol, port)),
    );
  const allows = (url: URL, address: string) => rulesFor(url).some(({ holds }) => holds(address));
  return {
    allows,
    check(text) {
      if (!isOneLine(text)) throw refused('one line without control characters'); // the parser would leave them out
      const url = URL.canParse(text) && text.length <= MAX_URL ? new URL(text) : null;
      if (!url) throw refused(`an absolute URL of at most ${MAX_URL} characters`);
      if (url.username !== '' || url.password !== '') throw refused('a URL without user and password');
      if (rulesFor(url).length === 0) throw refused(rules.map(describe).join(', or '));
      url.hash = '';
      const address = literalOf(url);
      if (address !== null && !allows(url, address))
        throw refused(
          'on the public internet: alerts are not sent to addresses of private or special networks',
        );
      return url;
    },
  };
}

/** Without the URL: that of a chat is a secret. */
const refused = (allowed: string) =>
  new AppError('INVALID_PARAMETER', `url must be ${allowed}`, { param: 'url' });

/** The address a URL itself says, which no resolver is asked for; null for a name. The parser has normalised every spelling of IPv4. */
export function literalOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return host;
  return /(^|\.)localhost\.?$/i.test(host) ? '127.0.0.1' : null;
}

const portOf = (protocol: string, port: string): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

function holdsOf({ network }: EndpointRule): (address: string) => boolean {
  if (network === 'public') return isPublic;
  const list = new BlockList();
  list.addSubnet(network.address, network.bits, familyOf(network.address));
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** The IANA special-purpose registries, multicast and reserved space, and a metadata service in a public network. */
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...[
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
  ],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  '168.63.129.16/32',
];
/** Of the global unicast addresses; those that carry an IPv4 address lead wherever it does. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = new BlockList();
for (const subnet of [...SPECIAL_IPV4, ...SPECIAL_IPV6]) {
  const [address = '', bits] = subnet.split('/');
  special.addSubnet(address, Number(bits), familyOf(address));
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

function isPublic(address: string): boolean {
  if (isIP(address) === 0 || special.check(address, familyOf(address))) return false;
  return !isIPv6(address) || globalUnicast.check(address, 'ipv6');
}

/** For who writes a URL, not for who writes the rules. */
function describe({ protocol, network, port }: EndpointRule): string {
  const where =
    network === 'public' ? 'a public address' : `an address in ${network.address}/${network.bits}`;
  const kind = protocol === 'https:' ? 'an https' : 'an http';
  return `${kind} URL on ${port === null ? 'any port' : `port ${port}`} of ${where}`;
}

const RULE = /^(https?:)\/\/(?:(public)|(?:\[([0-9a-f:.]+)\]|([\d.]+))\/(\d{1,3})):(\*|\d{1,5})$/i;

/** Reads rules as `https://public:443,http://10.0.0.0/8:8080,https://[fd00::]/8:*`; undefined for anything else. */
export function parseEndpointRules(text: string): readonly EndpointRule[] | undefined {
  const rules = text.split(',').map((one) => parseRule(one.trim()));
  return rules.every((rule) => rule !== null) ? rules : undefined;
}

function parseRule(text: string): EndpointRule | null {
  const [, protocol = '', isEverywhere, ipv6, ipv4, length, portText] = RULE.exec(text) ?? [];
  const port = portText === '*' ? null : Number(portText);
  if (port !== null && !(port >= 1 && port <= 65_535)) return null;
  const secure = protocol.toLowerCase() === 'https:' ? 'https:' : 'http:';
  if (isEverywhere) return { protocol: secure, network: 'public', port };
  const address = ipv6 ?? ipv4 ?? '';
  const bits = Number(length);
  const isNetwork = isIP(address) === (ipv6 === undefined ? 4 : 6) && bits <= (ipv6 === undefined ? 32 : 128);
  return isNetwork ? { protocol: secure, network: { address, bits }, port } : null;
}
