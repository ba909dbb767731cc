import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guidePages } from './guide-page.ts';

/** As GitHub names them: the letters of the heading in lower case, dashes for blanks, a number where one comes again. */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

function brokenLinks(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:\/\//.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
}

describe('links between guides lead somewhere', () => {
  test.each(guidePages)('%s', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });
});

test('every guide can be reached from README.md', () => {
  const reached = new Set<string>();
  const visit = (page: string) => {
    if (reached.has(page) || !page.endsWith('.md')) return;
    reached.add(page);
    for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g))
      if (!/^https?:/.test(path)) visit(normalize(join(dirname(page), path)));
  };
  visit('README.md');
  const records = (page: string) => page.startsWith('docs/adr/'); // by their folder
  expect(guidePages.filter((page) => !reached.has(page) && !records(page))).toEqual([]);
});
