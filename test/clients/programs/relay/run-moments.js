/** Today's list and that of a moment in one store: neither takes a value of the other. */
const { deepStrictEqual } = require('node:assert/strict');
const {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
} = require('relay-runtime');

const artifact = (name) => require(`../../generated/relay/${name}.graphql.js`);
const { URL: url, KEY: key } = process.env;

/** The newest answer of the server to each operation, as it came. */
const answers = new Map();
const network = Network.create(async ({ text, name }, variables) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  });
  const answer = await response.json();
  answers.set(name, structuredClone(answer.data));
  return answer;
});
const environment = new Environment({ network, store: new Store(new RecordSource()) });

const now = createOperationDescriptor(artifact('momentsNowQuery'), {});
const then = createOperationDescriptor(artifact('momentsThenQuery'), { asOf: new Date().toISOString() });
const fetched = async ({ request }) => {
  await fetchQuery(environment, request.node, request.variables, { fetchPolicy: 'network-only' }).toPromise();
  return answers.get(request.node.params.name);
};
const kept = ({ fragment }) => JSON.parse(JSON.stringify(environment.lookup(fragment).data));

async function run() {
  for (const operation of [now, then]) environment.retain(operation);
  const { at } = await fetched(then);
  const pricesThen = new Map(
    at.outperformers.nodes.map(({ liveId, currentPrice }) => [liveId, currentPrice]),
  );
  // The market of the demo is scanned every few seconds.
  for (;;) {
    const { outperformers } = await fetched(now);
    const changed = outperformers.nodes.filter(
      ({ id, currentPrice }) => pricesThen.has(id) && pricesThen.get(id) !== currentPrice,
    );
    if (changed.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await fetched(then);
  deepStrictEqual(kept(now), answers.get('momentsNowQuery'));
  deepStrictEqual(kept(then), answers.get('momentsThenQuery'));
  console.log(JSON.stringify({ differ: true }));
}

void run();
