/** Where the server is, and the key of the program: each program is run with both in its environment. */
const { URL: url = '', KEY: key = '' } = process.env;

export const graphqlUrl = `${url}/graphql`;
export const socketUrl = graphqlUrl.replace('http', 'ws');
export const baseUrl = url;
export const headers = { 'x-api-key': key };

/** What the program has seen, for the test that runs it. */
export function report(seen: object): void {
  process.stdout.write(`${JSON.stringify(seen)}\n`);
  process.exit(0);
}
