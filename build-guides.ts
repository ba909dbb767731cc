/**
 * Renders the guides of `docs` into pages, for `npm run build:web`: one page each in the frame of the others, its Markdown beside
 * it, an index to search, and `llms.txt`.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { codeOfGuides, escaped } from './build-code.ts';
import { pathInstead, servedMarkdown, targetOf } from './build-guide-links.ts';
import { GUIDES, type Guide, plain, SECTIONS, textOf } from './build-guide-list.ts';
import { passagesOf, slugOf } from './build-guide-passages.ts';

const ROOT = import.meta.dirname;

/**
 * Writes `guides/*.html` and what belongs to them.
 * @param template the page that each becomes, as it was built.
 */
export function writeGuides(out: string, template: string): void {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  GUIDES.forEach((one, index) => {
    const body = `${nav(one)}<article>${render(one)}${turn(GUIDES[index - 1], GUIDES[index + 1])}</article>`;
    put(`guides/${one.name}.html`, page(template, one, body));
    put(`guides/${one.name}.md`, served(one));
  });
  const frontPage = { title: 'Guides', description: 'How to use, operate and develop Alpha Data.' };
  put('guides/index.html', page(template, frontPage, `${nav(null)}<article>${overview()}</article>`));
  cpSync(join(ROOT, 'docs/pictures'), join(out, 'guides/pictures'), { recursive: true });
  put('guides/search.json', JSON.stringify(passages()));
  put('guides/catalogue.json', JSON.stringify(catalogue()));
  put('guides/llms.txt', llms());
  put(
    'guides/llms-full.txt',
    GUIDES.map((one) => `<!-- /guides/${one.name}.md -->\n\n${served(one)}`).join('\n'),
  );
}

const served = (one: Guide): string => servedMarkdown(one, textOf(one.file));

const passages = () =>
  SECTIONS.flatMap(({ audience, guides }) => guides.flatMap((one) => passagesOf(one, audience))).map(
    (passage, id) => ({ id, ...passage }),
  );

/** Of the Markdown files, for agents: `CatalogueEntry` in src/pages/site.ts. */
const catalogue = () =>
  Object.fromEntries(
    SECTIONS.flatMap(({ audience, guides }) =>
      guides.map(({ name, title, description }) => [`${name}.md`, { title, description, audience }]),
    ),
  );

const page = (
  template: string,
  { title, description }: Pick<Guide, 'title' | 'description'>,
  body: string,
): string =>
  template
    .replace('<title>Guides', () => `<title>${escaped(title)}`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, tag: string) => tag + escaped(description))
    .replace('<!-- guide -->', () => body);

function render({ file }: Guide): string {
  const marked = new Marked({ gfm: true });
  const ids = new Map<string, number>();
  marked.use(codeOfGuides(), {
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugOf(plain(text), ids);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, text, tokens }) {
        const target = targetOf(href, file);
        const inner = this.parser.parseInline(tokens);
        const path = target === null ? pathInstead(text, href, file) : null;
        if (path !== null) return `<code>${escaped(path)}</code>`;
        // In the repository a page is called by its file.
        const named =
          /^[\w-]+\.md$/.test(inner) &&
          GUIDES.find(({ name }) => target?.split('#')[0] === `/guides/${name}`);
        const shown = named ? escaped(named.title) : inner;
        return target === null ? shown : `<a href="${escaped(target)}">${shown}</a>`;
      },
      image({ href, text }) {
        const path = posix.join(posix.dirname(file), href);
        const png = readFileSync(join(ROOT, path));
        // Its header says its size: the page keeps the place.
        const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
        const src = path.replace(/^docs\//, '/guides/');
        return `<a href="${escaped(src)}"><img src="${escaped(src)}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy"></a>`;
      },
      table(token) {
        // A wide table scrolls by itself.
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const head = token.header.some(({ text }) => text)
          ? `<thead>${cells(token.header, 'th')}</thead>`
          : '';
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${token.rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(textOf(file), { async: false });
}

function nav(open: Guide | null): string {
  const links = (guides: readonly Guide[]) =>
    guides
      .map(
        ({ name, title }) =>
          `<li><a href="/guides/${name}"${name === open?.name ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`,
      )
      .join('');
  const sections = SECTIONS.map(({ title, guides }) => `<h2>${title}</h2><ul>${links(guides)}</ul>`).join('');
  return `<nav class="guides" aria-label="Guides">
    <form role="search"><input type="search" aria-label="Search the guides" placeholder="Search the guides" autocomplete="off" /></form>
    <ol class="hits" hidden></ol><div class="sections">${sections}</div></nav>`;
}

function turn(before: Guide | undefined, behind: Guide | undefined): string {
  const link = (to: Guide | undefined, rel: string, arrow: string) =>
    to ? `<a rel="${rel}" href="/guides/${to.name}">${arrow} ${escaped(to.title)}</a>` : '<span></span>';
  return `<footer class="turn">${link(before, 'prev', '←')}${link(behind, 'next', '→')}</footer>`;
}

function overview(): string {
  const sections = SECTIONS.slice(0, 3).map(
    ({ title, guides }) =>
      `<h2>${title}</h2><ul>${guides.map((one) => `<li><a href="/guides/${one.name}">${escaped(one.title)}</a>: ${escaped(one.description)}</li>`).join('')}</ul>`,
  );
  return `<h1>Guides</h1>
<p>Every command and example here is run by a test of this service. For programs: each guide as Markdown under its address with <code>.md</code>, a list
of them at <a href="/llms.txt">/llms.txt</a>, all of them at <a href="/llms-full.txt">/llms-full.txt</a>.</p>${sections.join('')}`;
}

function llms(): string {
  const sections = SECTIONS.map(
    ({ title, guides }) =>
      `## ${title}\n\n${guides.map((one) => `- [${one.title}](/guides/${one.name}.md): ${one.description}`).join('\n')}\n`,
  );
  return `# Alpha Data\n\n> Market intelligence of twelve modules over REST and GraphQL, with live streams. The schema is at /schema.graphql, the OpenAPI document at /api/openapi.json.\n\n${sections.join('\n')}`;
}
