import { XMLBuilder } from 'fast-xml-parser';
import type { Change } from './changes.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });

/**
 * Changes as an Atom feed (RFC 4287).
 * @param base where the service is reached, without a slash at its end; empty: addresses are relative to where the feed was fetched.
 */
export function atomOf(changes: readonly Change[], base: string): string {
  const at = (day: string) => `${day}T00:00:00Z`;
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'utf-8' },
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      id: 'urn:alpha-data:changes',
      title: 'Alpha Data: changes of the API',
      updated: at(changes[0]?.on ?? '1970-01-01'),
      author: { name: 'Alpha Data' },
      link: [
        { '@_rel': 'self', '@_type': 'application/atom+xml', '@_href': `${base}/api/changes.atom` },
        { '@_rel': 'alternate', '@_type': 'application/json', '@_href': `${base}/api/changes` },
        { '@_rel': 'related', '@_type': 'text/html', '@_href': `${base}/guides/versioning` },
      ],
      entry: changes.map(({ id, kind, on, title, summary, affects }) => ({
        id: `urn:alpha-data:change:${id}`,
        title,
        updated: at(on),
        category: { '@_term': kind },
        link: { '@_rel': 'alternate', '@_type': 'text/html', '@_href': `${base}/guides/versioning` },
        content: { '@_type': 'text', '#text': [summary, ...affects].join('\n') },
      })),
    },
  });
}
