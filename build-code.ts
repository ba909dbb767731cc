/** The code of the guides as HTML: blocks, tabs of blocks, and the places that a page fills with the reader's address and key. */
import { type DocumentNode, GraphQLError, Kind, OperationTypeNode, parse } from 'graphql';
import type { MarkedExtension, Token, Tokens } from 'marked';
import { EXAMPLES } from './build-examples.ts';

interface Block {
  readonly language: string;
  readonly html: string;
}

/** What the tab of a language says. */
const TABS: Readonly<Record<string, string>> = {
  graphql: 'GraphQL',
  sh: 'curl',
  js: 'TypeScript',
  python: 'Python',
  r: 'R',
};

/** Signs that no text has, and what stands in their place until a page knows better. */
const PLACES = {
  '\u{e000}': '<span data-fill="url">http://127.0.0.1:4000</span>',
  '\u{e001}': '<span data-fill="key">your-key</span>',
};
const [URL_PLACE, KEY_PLACE] = Object.keys(PLACES) as [string, string]; // both, in this order

/** What settings of other programs have in the place of address and key: they take no variables. */
const EXAMPLE_URL = 'https://api.example.com';
const EXAMPLE_KEY = 'your-key';

/** How code names the variables with address and key. */
const VARIABLES = /\$(?:URL|KEY)\b|environ\[.(?:URL|KEY)|ALPHA_(?:URL|KEY)/;

/**
 * Renders the code of one guide. Blocks right behind each other, of different languages, say the same: they become tabs, of
 * which one is shown. A query becomes tabs too, with the code that sends it. Above the first block that takes address and
 * key from variables stands the command that sets them.
 */
export function codeOfGuides(): MarkedExtension {
  let group = 0;
  return {
    hooks: { processAllTokens: (tokens) => withPlaces(withTabs(tokens)) },
    renderer: { code: (token) => blockHtml(blockOf(token)) },
    extensions: [
      {
        name: 'tabs',
        renderer({ blocks }) {
          group += 1;
          return tabsHtml(blocks, group);
        },
      },
    ],
  };
}

function withTabs(all: readonly Token[]): Token[] {
  const tokens = all.filter(({ type }) => type !== 'space'); // they are not rendered
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = tokens.findIndex(({ type }, index) => index >= at && type !== 'code');
    const codes = tokens.slice(at, end === -1 ? undefined : end) as Tokens.Code[]; // none other before `end`
    const tabs = queryTabs(codes) ?? sameTabs(codes);
    if (tabs) out.push({ type: 'tabs', raw: '', ...tabs });
    else out.push(...tokens.slice(at, at + 1));
    at += tabs?.tokens.length ?? 1;
  }
  return out;
}

/** What becomes tabs: tokens of the guide, and the blocks to show. */
interface Tabs {
  readonly tokens: Token[];
  readonly blocks: readonly Block[];
}

/** Of a query and the code that sends it; the block behind it may give its variables: `json variables`. */
function queryTabs([query, next]: readonly Tokens.Code[]): Tabs | null {
  if (!query || languageOf(query) !== 'graphql') return null;
  const variables = next?.lang === 'json variables' ? next.text : null;
  if (!isWholeQuery(query.text, variables)) return null;
  const example = { query: query.text, variables, url: URL_PLACE, key: KEY_PLACE };
  const examples = Object.entries(EXAMPLES).map(([language, write]) => ({
    language,
    html: codeHtml(write(example)),
  }));
  return { tokens: [query], blocks: [blockOf(query), ...examples] };
}

/** Whether a server would run it as it stands: one query, and a value for each variable that needs one. */
function isWholeQuery(text: string, variables: string | null): boolean {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return false; // a part of a query, or one with something left out
    throw error;
  }
  const given: object = JSON.parse(variables ?? '{}');
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return (
    operations.length === 1 &&
    document.definitions.every(
      (one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ||
        (one.kind === Kind.OPERATION_DEFINITION &&
          one.operation === OperationTypeNode.QUERY &&
          one.variableDefinitions?.every(
            ({ type, defaultValue, variable }) =>
              type.kind !== Kind.NON_NULL_TYPE || defaultValue || variable.name.value in given,
          )),
    )
  );
}

function sameTabs(codes: readonly Tokens.Code[]): Tabs | null {
  const end = codes.findIndex((code) => !(languageOf(code) in EXAMPLES));
  const tokens = codes.slice(0, end === -1 ? undefined : end);
  const isSame = tokens.length > 1 && new Set(tokens.map(languageOf)).size === tokens.length;
  return isSame ? { tokens, blocks: tokens.map(blockOf) } : null;
}

function withPlaces(tokens: readonly Token[]): Token[] {
  const textOf = (token: Token): string => {
    if (token.type === 'code') return token.text;
    return token.type === 'tabs' ? (token.tokens ?? []).map(textOf).join('\n') : '';
  };
  const first = tokens.findIndex((token) => VARIABLES.test(textOf(token)));
  const found = tokens[first];
  if (!found) return [...tokens];
  const prefix = /ALPHA_(URL|KEY)/.test(textOf(found)) ? 'ALPHA_' : '';
  const text = `export ${prefix}URL=${URL_PLACE} ${prefix}KEY=${KEY_PLACE}`;
  return tokens.toSpliced(first, 0, { type: 'code', raw: '', lang: 'sh', text });
}

const languageOf = ({ lang = '' }: Tokens.Code): string => lang.split(/\s/)[0] ?? '';
const blockOf = (token: Tokens.Code): Block => ({
  language: languageOf(token),
  html: codeHtml(token.text.replaceAll(EXAMPLE_URL, URL_PLACE).replaceAll(EXAMPLE_KEY, KEY_PLACE)),
});

const codeHtml = (text: string): string =>
  Object.entries(PLACES).reduce((html, [sign, place]) => html.replaceAll(sign, place), escaped(text));

const blockHtml = ({ language, html }: Block): string =>
  `<div class="code" data-language="${escaped(language)}"><pre tabindex="0"><code>${html}</code></pre></div>\n`;

/** The first is shown; the server shows another one to a reader who has chosen (`src/pages/tabs.ts`). */
function tabsHtml(blocks: readonly Block[], group: number): string {
  const buttons = blocks.map(
    ({ language }, index) =>
      `<button type="button" role="tab" id="tab-${group}-${language}" aria-controls="panel-${group}-${language}" data-language="${language}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${TABS[language]}</button>`,
  );
  const panels = blocks.map(
    (block, index) =>
      `<div role="tabpanel" id="panel-${group}-${block.language}" aria-labelledby="tab-${group}-${block.language}" data-language="${block.language}"${index === 0 ? '' : ' hidden'}>${blockHtml(block)}</div>`,
  );
  return `<div class="tabs"><div role="tablist" aria-label="Language">${buttons.join('')}</div>${panels.join('')}</div>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
