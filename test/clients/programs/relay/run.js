const {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getSelector,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
} = require('relay-runtime');
const { createClient } = require('graphql-ws');

// What babel-plugin-relay puts in the place of a document; without a bundler it is loaded by name.
const artifact = (name) => require(`../../generated/relay/${name}.graphql.js`);

const { URL: url, KEY: key, IDS: idsByType } = process.env;
const headers = { 'x-api-key': key };

const socket = createClient({ url: `${url.replace('http', 'ws')}/graphql`, connectionParams: headers });
const network = Network.create(
  async ({ text }, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  },
  ({ text, name }, variables) =>
    Observable.create((sink) => socket.subscribe({ operationName: name, query: text, variables }, sink)),
);
const environment = new Environment({ network, store: new Store(new RecordSource()) });

async function run() {
  const page = artifact('signalsQuery');
  const operation = createOperationDescriptor(page, { count: 3 });
  const release = environment.retain(operation);
  await fetchQuery(environment, page, { count: 3 }).toPromise();
  const list = artifact('signals_list');
  const listed = () => {
    const { data } = environment.lookup(operation.fragment);
    return environment.lookup(getSelector(list, data)).data.signals;
  };
  const { endCursor } = listed().pageInfo;
  await fetchQuery(environment, artifact('signalsPageQuery'), { count: 3, cursor: endCursor }).toPromise();
  const ids = listed().edges.map(({ node }) => node.id);
  release.dispose();

  // Each entity again by its id, as `useRefetchableFragment` does it.
  const refetched = {};
  for (const [type, id] of Object.entries(JSON.parse(idsByType))) {
    const data = await fetchQuery(environment, artifact(`entities${type}Query`), { id }).toPromise();
    const selector = getSelector(artifact(`entities_${type}`), data.node);
    refetched[type] = environment.lookup(selector).data.id === id;
  }
  const subscription = artifact('signalsSubscription');
  requestSubscription(environment, {
    subscription,
    variables: {},
    onNext({ signals }) {
      if (!signals.node) return;
      console.log(JSON.stringify({ rows: new Set(ids).size, event: signals.kind, refetched }));
      process.exit(0);
    },
    onError: (error) => console.log(JSON.stringify({ error: String(error) })),
  });
}

void run();
