/**
 * Renders the guides of `docs` into pages, for `npm run build:web`: one page each in the frame of the others, its Markdown beside
 * it, an index to search, and `llms.txt`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { codeOfGuides, escaped } from './build-code.ts';

const ROOT = import.meta.dirname;

interface Guide {
  /** Its path below `/guides`, and the name of its page. */
  readonly name: string;
  readonly title: string;
  /** From the root of the project. */
  readonly file: string;
}

interface Section {
  readonly title: string;
  readonly guides: readonly Guide[];
}

const guide = (name: string, title: string, file = `docs/${name}.md`): Guide => ({ name, title, file });

/** By task, then for reference; those for operators and developers apart. A test compares the list with the folder. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Use it',
    guides: [
      guide('quick-start', 'Quick start'),
      guide('first-alert', 'From nothing to a first alert'),
      guide('building-a-dashboard', 'Build a dashboard'),
      guide('recipes', 'Recipes'),
      guide('live', 'Follow live data'),
      guide('alerts', 'Alerts'),
      guide('quants', 'Research without look-ahead'),
      guide('time', 'As of a moment'),
      guide('agents', 'Assistants and agents'),
      guide('client', 'TypeScript client'),
      guide('python', 'Python client', 'clients/python/README.md'),
      guide('account', 'Keys of your own'),
      guide('dashboard', 'The dashboard'),
      guide('faq', 'Questions'),
    ],
  },
  {
    title: 'Reference',
    guides: [
      guide('rest', 'REST'),
      guide('errors', 'Errors'),
      guide('graph', 'The graph'),
      guide('cost', 'Cost and limits'),
      guide('tiers', 'Tiers and prices'),
      guide('access', 'What a tier sees'),
      guide('data', 'The data, and where it comes from'),
      guide('prices', 'Prices'),
      guide('security-titles', 'Titles of securities'),
      guide('versioning', 'Versions and changes'),
      guide('upgrading', 'Upgrade'),
      guide('security', 'Security'),
      guide('glossary', 'Glossary'),
    ],
  },
  { title: 'Methodology', guides: guidesOf('methodology') },
  {
    title: 'Operate it',
    guides: [
      guide('deploying', 'Deploy, upgrade, back up'),
      guide('operating', 'Configure and watch'),
      guide('performance', 'Performance'),
      guide('samples', 'What became of real files'),
    ],
  },
  {
    title: 'Develop it',
    guides: [
      guide('architecture', 'Architecture'),
      guide('request-lifecycle', 'The life of a request'),
      guide('adding-a-feed', 'Add a feed'),
      guide('adding-a-field', 'Add a field'),
      guide('adding-a-route', 'Add a route'),
      guide('adding-a-source', 'Add a source'),
      guide('testing', 'Testing'),
      guide('style', 'How we write'),
    ],
  },
  { title: 'Decisions', guides: guidesOf('adr') },
];

function guidesOf(folder: string): readonly Guide[] {
  return readdirSync(join(ROOT, 'docs', folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const file = `docs/${folder}/${name}`;
      return guide(`${folder}/${name.slice(0, -3)}`, titleOf(readFileSync(join(ROOT, file), 'utf8')), file);
    });
}

function titleOf(markdown: string): string {
  return markdown.match(/^# (.*)$/m)?.[1]?.replaceAll('`', '') ?? '';
}

const GUIDES = SECTIONS.flatMap(({ guides }) => guides);

/** Guides as found by a search: one entry for each heading with the text below it. */
interface Passage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Writes `guides/*.html` and what belongs to them.
 * @param template the page that each becomes, as it was built.
 */
export function writeGuides(out: string, template: string): void {
  const passages: Passage[] = [];
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  GUIDES.forEach((one, index) => {
    const markdown = readFileSync(join(ROOT, one.file), 'utf8');
    const { html, found } = render(one, markdown);
    passages.push(...found);
    const body = `${nav(one)}<article>${html}${turn(GUIDES[index - 1], GUIDES[index + 1])}</article>`;
    put(`guides/${one.name}.html`, page(template, one.title, body));
    put(`guides/${one.name}.md`, markdown);
  });
  put('guides/index.html', page(template, 'Guides', `${nav(null)}<article>${overview()}</article>`));
  cpSync(join(ROOT, 'docs/pictures'), join(out, 'guides/pictures'), { recursive: true });
  put('guides/search.json', JSON.stringify(passages));
  put('guides/llms.txt', llms());
  put(
    'guides/llms-full.txt',
    GUIDES.map(
      ({ file, name }) => `<!-- /guides/${name}.md -->\n\n${readFileSync(join(ROOT, file), 'utf8')}`,
    ).join('\n'),
  );
}

const page = (template: string, title: string, body: string): string =>
  template.replace('<title>Guides', () => `<title>${escaped(title)}`).replace('<!-- guide -->', () => body);

function render({ name, file, title }: Guide, markdown: string): { html: string; found: readonly Passage[] } {
  const seen = new Map<string, number>();
  const found: { url: string; title: string; text: string }[] = [];
  const marked = new Marked({
    gfm: true,
    walkTokens(token: Token) {
      if (token.type === 'heading') {
        const { text } = token as Tokens.Heading;
        const heading = plain(text);
        found.push({
          url: `/guides/${name}#${slugOf(heading, seen)}`,
          title: `${title} › ${heading}`,
          text: '',
        });
      } else if (token.type === 'paragraph' || token.type === 'code' || token.type === 'table') {
        const last = found.at(-1);
        if (last) last.text = `${last.text} ${plain(token.raw)}`.trim().slice(0, 2_000);
      }
    },
  });
  const ids = new Map<string, number>();
  marked.use(codeOfGuides(), {
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugOf(plain(text), ids);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = targetOf(href, file);
        const inner = this.parser.parseInline(tokens);
        // In the repository a page is called by its file.
        const named =
          /^[\w-]+\.md$/.test(inner) &&
          GUIDES.find(({ name }) => target?.split('#')[0] === `/guides/${name}`);
        const text = named ? escaped(named.title) : inner;
        return target === null ? text : `<a href="${escaped(target)}">${text}</a>`;
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
  return { html: marked.parse(markdown, { async: false }), found };
}

/** Where a link of a guide leads on the server; null for files of the project that the server does not have. */
export function targetOf(href: string, from: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = posix.normalize(posix.join(posix.dirname(from), path));
  const behind = anchor === undefined ? '' : `#${anchor}`;
  if (file === 'README.md') return '/guides';
  if (file === 'schema/schema.graphql') return '/schema.graphql';
  if (file === 'schema/openapi.json') return '/api/openapi.json';
  const found = GUIDES.find((one) => one.file === file);
  return found ? `/guides/${found.name}${behind}` : null;
}

/** As headings are linked to in the repository: lower case, blanks as hyphens, the second of a name with a number. */
function slugOf(heading: string, seen: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const before = seen.get(slug) ?? 0;
  seen.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

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
      `<h2>${title}</h2><ul>${guides.map((one) => `<li><a href="/guides/${one.name}">${escaped(one.title)}</a>: ${escaped(firstLine(one))}</li>`).join('')}</ul>`,
  );
  return `<h1>Guides</h1>
<p>Every command and example here is run by a test of this service. For programs: each guide as Markdown under its address with <code>.md</code>, a list
of them at <a href="/llms.txt">/llms.txt</a>, all of them at <a href="/llms-full.txt">/llms-full.txt</a>.</p>${sections.join('')}`;
}

/** The first sentence below the title. */
function firstLine({ file }: Guide): string {
  const [, text = ''] =
    readFileSync(join(ROOT, file), 'utf8').match(/^# .*\n\n([^\n#|`][\s\S]*?)\n\n/m) ?? [];
  return plain(text).split(/(?<=[.:])\s/)[0] ?? '';
}

function llms(): string {
  const sections = SECTIONS.map(
    ({ title, guides }) =>
      `## ${title}\n\n${guides.map((one) => `- [${one.title}](/guides/${one.name}.md): ${firstLine(one)}`).join('\n')}\n`,
  );
  return `# Alpha Data\n\n> Market intelligence of twelve modules over REST and GraphQL, with live streams. The schema is at /schema.graphql, the OpenAPI document at /api/openapi.json.\n\n${sections.join('\n')}`;
}
