import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { codeOfGuides } from '../../build-code.ts';
import { inLanguage } from '../../src/pages/tabs.ts';

const fence = (language: string) => `\`\`\`${language}\n{ a }\n\`\`\`\n`;
const html = new Marked(codeOfGuides()).parse(`${fence('graphql')}\ntext\n\n${fence('sh')}${fence('js')}`, {
  async: false,
});

/** Of each group: the tab that is chosen, the one that Tab reaches, and the panel that is shown. */
const shown = (page: string) =>
  page
    .split('<div class="tabs">')
    .slice(1)
    .map((group) =>
      [
        /data-language="(\w+)" aria-selected="true"/g,
        /data-language="(\w+)" aria-selected="\w+" tabindex="0"/g,
        /role="tabpanel" [^>]*data-language="(\w+)">/g,
      ].map((one) => [...group.matchAll(one)].map(([, language]) => language).join()),
    );
const of = (language: string) => [language, language, language];

test('tabs show the language that somebody chose, where they have it', () => {
  expect(shown(html)).toEqual([of('graphql'), of('sh')]);
  expect(shown(inLanguage(html, 'js'))).toEqual([of('js'), of('js')]);
  expect(shown(inLanguage(html, 'r'))).toEqual([of('r'), of('sh')]);
  expect(inLanguage(inLanguage(html, 'r'), 'graphql')).toBe(html);
  expect(inLanguage(html, 'go')).toBe(html);
});
