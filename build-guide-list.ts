/** The guides of `docs`, in the order in which they are listed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';

const ROOT = import.meta.dirname;

export interface Guide {
  /** Its path below `/guides`, and the name of its page. */
  readonly name: string;
  readonly title: string;
  /** From the root of the project. */
  readonly file: string;
  /** What the guide is about, in a sentence without Markdown. */
  readonly description: string;
}

/** Whom a guide is for; guides for others come later in searches, and agents are not told of them. */
export type Audience = 'users' | 'operators' | 'developers';

export interface Section {
  readonly title: string;
  readonly audience: Audience;
  readonly guides: readonly Guide[];
}

/** @param description Default: the first sentence of the page. */
function guide(
  name: string,
  title: string,
  { file = `docs/${name}.md`, description }: Partial<Pick<Guide, 'file' | 'description'>> = {},
): Guide {
  return { name, title, file, description: description ?? firstSentence(textOf(file)) };
}

/** By task, then for reference; those for operators and developers apart. A test compares the list with the folder. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Use it',
    audience: 'users',
    guides: [
      guide('quick-start', 'Quick start'),
      guide('first-alert', 'From nothing to a first alert', {
        description:
          'Start a server with simulated data, ask it something, and have it tell you what happens.',
      }),
      guide('building-a-dashboard', 'Build a dashboard', {
        description: 'A page of your own that reads once, with one GraphQL query, and then updates live.',
      }),
      guide('recipes', 'Recipes'),
      guide('live', 'Follow live data', {
        description:
          'Follow changes over WebSocket or server-sent events, and resume where a connection broke off.',
      }),
      guide('alerts', 'Alerts', {
        description:
          'Have events posted to an address of yours, sent by e-mail, or kept until you poll them.',
      }),
      guide('quants', 'Research without look-ahead', {
        description:
          'Exports, files and queries about the past for pandas, polars, DuckDB and R, without look-ahead bias.',
      }),
      guide('time', 'As of a moment'),
      guide('agents', 'Assistants and agents', {
        description:
          'Give an assistant the data over the Model Context Protocol: its tools, their costs, and the setup.',
      }),
      guide('client', 'TypeScript client'),
      guide('python', 'Python client', { file: 'clients/python/README.md' }),
      guide('account', 'Keys of your own'),
      guide('dashboard', 'The dashboard', {
        description: 'What each page shows: feeds, assets, people, wallets, markets and scorecards.',
      }),
      guide('faq', 'Questions', {
        description:
          'Which key to use, what a unit is, why a list is empty, and other questions that users ask.',
      }),
    ],
  },
  {
    title: 'Reference',
    audience: 'users',
    guides: [
      guide('rest', 'REST'),
      guide('errors', 'Errors'),
      guide('graph', 'The graph', {
        description:
          'How the records of all feeds are connected in GraphQL: assets, people, wallets, markets, strategies.',
      }),
      guide('cost', 'Cost and limits', {
        description:
          'What requests and operations cost in units, how many units a key has, and how to spend fewer.',
      }),
      guide('tiers', 'Tiers and prices', {
        description:
          'What each tier costs, how many requests it may send, how far back it sees, and with what delay.',
      }),
      guide('access', 'What a tier sees', {
        description: 'How far back a key of each tier sees, and which data it sees later than others.',
      }),
      guide('data', 'The data, and where it comes from', {
        description: 'The provider of each feed, what each native field becomes, and how files are imported.',
      }),
      guide('prices', 'Prices'),
      guide('versioning', 'Versions and changes'),
      guide('upgrading', 'Upgrade'),
      guide('security', 'Security', {
        description: 'How to report a vulnerability, and how the service protects keys, pages and webhooks.',
      }),
      guide('glossary', 'Glossary'),
    ],
  },
  { title: 'Methodology', audience: 'users', guides: guidesOf('methodology') },
  {
    title: 'Operate it',
    audience: 'operators',
    guides: [
      guide('deploying', 'Deploy, upgrade, back up', {
        description: 'Run a single server or many behind a load balancer, upgrade them, and back them up.',
      }),
      guide('operating', 'Configure and watch', {
        description: 'Every environment variable, metric and command of a server, and what it can carry.',
      }),
      guide('performance', 'Performance', {
        description: 'What the benchmarks measure, their targets, and the newest figures.',
      }),
      guide('samples', 'What became of real files'),
      guide('security-titles', 'Titles of securities', {
        description: 'Which class each title of a security in the sample filings is sorted into.',
      }),
    ],
  },
  {
    title: 'Develop it',
    audience: 'developers',
    guides: [
      guide('architecture', 'Architecture'),
      guide('request-lifecycle', 'The life of a request'),
      guide('adding-a-feed', 'Add a feed'),
      guide('adding-a-field', 'Add a field'),
      guide('adding-a-route', 'Add a route'),
      guide('adding-a-source', 'Add a source', {
        description: 'Read the files of a provider, or fetch its data from the network.',
      }),
      guide('testing', 'Testing', {
        description: 'How the tests are run, where they put things, and how much they test.',
      }),
      guide('style', 'How we write', {
        description: 'How guides, descriptions, errors, the command line and the pages are worded.',
      }),
    ],
  },
  { title: 'Decisions', audience: 'developers', guides: guidesOf('adr') },
];

export const GUIDES = SECTIONS.flatMap(({ guides }) => guides);

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function guidesOf(folder: string): readonly Guide[] {
  return readdirSync(join(ROOT, 'docs', folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const file = `docs/${folder}/${name}`;
      return guide(`${folder}/${name.slice(0, -3)}`, titleOf(textOf(file)), { file });
    });
}

function titleOf(markdown: string): string {
  return markdown.match(/^# (.*)$/m)?.[1]?.replaceAll('`', '') ?? '';
}

/** Of the first paragraph; the label that begins a decision is left out. */
function firstSentence(markdown: string): string {
  const paragraph = lexer(markdown).find(({ type }) => type === 'paragraph')?.raw ?? '';
  const text = paragraph.replace(/^\*\*Context\.\*\* /, '');
  return plain(text.split(/(?<=[.!?])(?<!e\.g\.|i\.e\.)\s+/)[0] ?? '');
}

/** A text without its Markdown. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
