/** The code that sends a query of a guide, in the languages of its tabs. Each prints the answer. */

export interface Example {
  /** A whole GraphQL document. */
  readonly query: string;
  /** An object as JSON; null: none. */
  readonly variables: string | null;
  /** Of the server, without a slash at the end. Neither it nor the key has a sign that a language quotes. */
  readonly url: string;
  readonly key: string;
}

/** By the language of their blocks, in the order of the tabs. */
export const EXAMPLES: Readonly<Record<string, (example: Example) => string>> = {
  sh: curl,
  js: typescript,
  python,
  r,
};

/** A GET: the query stands in it as in the guide, which JSON does not allow. */
function curl({ query, variables, url, key }: Example): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parameters = [`query=${query}`, ...(variables === null ? [] : [`variables=${variables}`])];
  return [
    `curl -sG '${url}/graphql'`,
    `-H 'X-API-Key: ${key}'`,
    ...parameters.map((one) => `--data-urlencode ${quoted(one)}`),
  ].join(' \\\n  ');
}

function typescript({ query, variables, url, key }: Example): string {
  const quoted = `\`${query.replaceAll(/\\|`|\$\{/g, String.raw`\$&`)}\``;
  return `import { createClient } from '@alpha-data/client';

const client = createClient({ url: '${url}', key: '${key}' });
const { data } = await client.query(${variables === null ? quoted : `${quoted}, ${variables}`});
console.log(JSON.stringify(data, null, 2));`;
}

function python({ query, variables, url, key }: Example): string {
  // A quotation mark at the end would be one of the three that close the string.
  const quoted = (text: string) =>
    `"""${text.replaceAll('\\', String.raw`\\`).replaceAll(/"""|"$/g, (marks) => marks.replaceAll('"', String.raw`\"`))}"""`;
  const given = variables === null ? '' : `, json.loads(${quoted(variables)})`;
  return `import json
from alpha_data import Client

client = Client("${url}", "${key}")
data = client.graphql(${quoted(query)}${given})
print(json.dumps(data, indent=2))`;
}

/** R has no JSON of its own: the answer is printed as it came. `repeated`: what looks encoded already, such as %41, is encoded too. */
function r({ query, variables, url, key }: Example): string {
  const assigned = [
    `query <- ${rawString(query)}`,
    ...(variables === null ? [] : [`variables <- ${rawString(variables)}`]),
  ];
  const more =
    variables === null ? '' : ', "&variables=", URLencode(variables, reserved = TRUE, repeated = TRUE)';
  return `${assigned.join('\n')}
answer <- readLines(url(
  paste0("${url}/graphql?query=", URLencode(query, reserved = TRUE, repeated = TRUE)${more}),
  headers = c("X-API-Key" = "${key}", Accept = "application/json")), warn = FALSE)
cat(answer, sep = "\\n")`;
}

/** With as many dashes as it takes for the text not to close it. */
function rawString(text: string): string {
  let dashes = '';
  while (text.includes(`)${dashes}"`)) dashes += '-';
  return `r"${dashes}(${text})${dashes}"`;
}
