import { Marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { codeOfGuides } from '../../build-code.ts';
import { EXAMPLES } from '../../build-examples.ts';
import { tabsOf } from '../support/page-tabs.ts';

const own = { url: 'https://a.example', key: 'k.e-y_1' };
const write = (query: string, variables: string | null = null) =>
  Object.fromEntries(
    Object.entries(EXAMPLES).map(([language, of]) => [language, of({ query, variables, ...own })]),
  );

describe('the code that sends a query', () => {
  test('stands as somebody would write it', () => {
    expect(write('{\n  viewer { tier { name } }\n}')).toEqual({
      sh: `curl -sG 'https://a.example/graphql' \\
  -H 'X-API-Key: k.e-y_1' \\
  --data-urlencode 'query={
  viewer { tier { name } }
}'`,
      js: `import { createClient } from '@alpha-data/client';

const client = createClient({ url: 'https://a.example', key: 'k.e-y_1' });
const { data } = await client.query(\`{
  viewer { tier { name } }
}\`);
console.log(JSON.stringify(data, null, 2));`,
      python: `import json
from alpha_data import Client

client = Client("https://a.example", "k.e-y_1")
data = client.graphql("""{
  viewer { tier { name } }
}""")
print(json.dumps(data, indent=2))`,
      r: `query <- r"({
  viewer { tier { name } }
})"
answer <- readLines(url(
  paste0("https://a.example/graphql?query=", URLencode(query, reserved = TRUE, repeated = TRUE)),
  headers = c("X-API-Key" = "k.e-y_1", Accept = "application/json")), warn = FALSE)
cat(answer, sep = "\\n")`,
    });
  });

  test('has the variables', () => {
    const { sh, js, python, r } = write('query ($n: Int!) { a }', '{ "n": 2 }');
    expect(sh).toContain(`--data-urlencode 'query=query ($n: Int!) { a }' \\
  --data-urlencode 'variables={ "n": 2 }'`);
    expect(js).toContain('client.query(`query ($n: Int!) { a }`, { "n": 2 });');
    expect(python).toContain(`client.graphql("""query ($n: Int!) { a }""", json.loads("""{ "n": 2 }"""))`);
    expect(r).toContain('variables <- r"({ "n": 2 })"\n');
    expect(r).toContain(', "&variables=", URLencode(variables, reserved = TRUE, repeated = TRUE)),\n');
  });

  test.each([
    ['sh', `'`, String.raw`'query='\'''`],
    ['sh', '`$x ! \\ "', "'query=`$x ! \\ \"'"],
    ['js', `\`\${x} $x \\n`, `(\`\\\`\\\${x} $x \\\\n\`)`],
    ['python', `''' {x} \\N`, `("""''' {x} \\\\N""")`],
    ['python', '"""a" "', String.raw`("""\"\"\"a" \"""")`],
    ['python', '""""', String.raw`("""\"\"\"\"""")`],
    ['r', '\\n )"', 'r"-(\\n )")-"'],
    ['r', ')")-" )--', 'r"--()")-" )--)--"'],
  ])('%s quotes %s', (language, query, quoted) => {
    expect(write(query)[language]).toContain(quoted);
  });
});

describe('the code of a guide as HTML', () => {
  const html = (markdown: string) => new Marked(codeOfGuides()).parse(markdown, { async: false });
  const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;
  const languages = (markdown: string) => tabsOf(html(markdown), own).map((tabs) => [...tabs.keys()]);
  const ALL = ['graphql', 'sh', 'js', 'python', 'r'];

  test('a query has tabs, whatever stands behind it', () => {
    const query = fence('graphql', '{ viewer { id } }');
    expect(languages(query)).toEqual([ALL]);
    expect(languages(`${query}\n${fence('json', '{}')}`)).toEqual([ALL]);
    expect(languages(query + fence('sh', 'ls') + query)).toEqual([ALL, ALL]);
    expect(
      languages(fence('graphql', 'query ($n: Int = 1, $m: Int) { a { ...F } } fragment F on A { b }')),
    ).toEqual([ALL]);
    const [tabs] = tabsOf(html(fence('graphql', '{ a(b: "<&>") { c } }')), own);
    expect(tabs?.get('graphql')).toBe('{ a(b: "<&>") { c } }');
    expect(tabs?.get('sh')).toBe(EXAMPLES.sh?.({ query: '{ a(b: "<&>") { c } }', variables: null, ...own }));
  });

  test.each([
    ['a part', 'asset(symbol: "NVDA") { symbol }'],
    ['something left out', '{ asset { … } }'],
    ['a mutation', 'mutation { a }'],
    ['a subscription', 'subscription { a }'],
    ['two operations', 'query A { a } query B { b }'],
    ['a schema', 'type Query { a: Int }'],
    ['a variable without a value', 'query ($n: Int!) { a(n: $n) }'],
  ])('%s has none', (_, text) => {
    expect(languages(fence('graphql', text))).toEqual([]);
  });

  test('variables stand in a block behind the query, which stays', () => {
    const page = html(
      fence('graphql', 'query ($n: Int!) { a(n: $n) }') + fence('json variables', '{ "n": 2 }'),
    );
    const [tabs] = tabsOf(page, own);
    expect(tabs?.get('js')).toContain('`, { "n": 2 });');
    expect(page).toContain('<div class="code" data-language="json">');
  });

  test('blocks of several languages behind each other are tabs; of one language they are not', () => {
    const [sh, js] = [fence('sh', 'a'), fence('js', 'b')];
    expect(languages(`${sh}\n${js}`)).toEqual([['sh', 'js']]);
    expect(languages(`${sh}\n${sh}`)).toEqual([]);
    expect(languages(`${sh}\ntext\n\n${js}`)).toEqual([]);
    expect(languages(`${sh}\ntext\n\n${js}\n${fence('r', 'c')}`)).toEqual([['js', 'r']]);
  });

  test('settings of other programs have places for address and key', () => {
    const page = html(fence('json', '{ "url": "https://api.example.com/mcp", "key": "your-key" }'));
    expect(page.match(/data-fill="url">[^<]*<\/span>\/mcp&quot;/)).not.toBeNull();
    expect(page.match(/&quot;<span data-fill="key">your-key<\/span>&quot;/)).not.toBeNull();
  });

  test('what sets address and key stands above the first block that takes them, once', () => {
    const lines = (markdown: string) =>
      [...html(markdown).matchAll(/<code>(export.*?)<\/code>/g)].map(([, line = '']) =>
        line.replaceAll(/<.*?>/g, ''),
      );
    const take = fence('sh', 'curl -H "X-API-Key: $KEY" $URL');
    expect(lines(`${fence('sh', 'ls')}\n${take}\n${take}`)).toEqual([
      'export URL=http://127.0.0.1:4000 KEY=your-key',
    ]);
    expect(lines(`${fence('sh', 'echo $ALPHA_URL')}\n${fence('js', 'process.env.ALPHA_URL')}`)).toEqual([
      'export ALPHA_URL=http://127.0.0.1:4000 ALPHA_KEY=your-key',
    ]);
    expect(lines(fence('graphql', '{ a }'))).toEqual([]);
  });
});
