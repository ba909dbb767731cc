/** Where the links of guides lead on the server, in their pages and in their Markdown. */
import { posix } from 'node:path';
import { GUIDES, type Guide } from './build-guide-list.ts';

/** Where a link of a guide leads on the server; null for files of the project that the server does not have. */
export function targetOf(href: string, from: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = fileOf(path, from);
  const behind = anchor === undefined ? '' : `#${anchor}`;
  if (file === 'README.md') return '/guides';
  if (file === 'schema/schema.graphql') return '/schema.graphql';
  if (file === 'schema/openapi.json') return '/api/openapi.json';
  if (file.startsWith('docs/pictures/')) return file.replace(/^docs/, '/guides');
  const found = GUIDES.find((one) => one.file === file);
  return found ? `/guides/${found.name}${behind}` : null;
}

/** What stands where the server has no such file: its path from the root of the project, if the link is called by its name. */
export function pathInstead(text: string, href: string, from: string): string | null {
  const file = fileOf(href.split('#')[0] ?? '', from);
  return text.replaceAll('`', '') === posix.basename(file) ? file : null;
}

const fileOf = (path: string, from: string): string => posix.normalize(posix.join(posix.dirname(from), path));

/** Blocks and spans of code, which stay; links and pictures, whose text may have spans. */
const CODE_OR_LINK = /^ *```[\s\S]*?^ *```$|!?\[((?:[^[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|`[^`]*`/gm;

/** The Markdown of a guide as the server sends it: links lead to the Markdown of other guides, by their whole paths. */
export function servedMarkdown({ file }: Guide, markdown: string): string {
  return markdown.replaceAll(CODE_OR_LINK, (whole, text?: string, href?: string) => {
    if (text === undefined || href === undefined) return whole;
    const target = targetOf(href.startsWith('#') ? `${posix.basename(file)}${href}` : href, file);
    if (target === null) {
      const path = pathInstead(text, href, file);
      return path === null ? text : `\`${path}\``;
    }
    const isGuide = GUIDES.some((one) => target.split('#')[0] === `/guides/${one.name}`);
    const served = isGuide ? target.replace(/^[^#]*/, (path) => `${path}.md`) : target;
    return `${whole.startsWith('!') ? '!' : ''}[${text}](${served})`;
  });
}
