const { graphql } = require('relay-runtime');

module.exports = {
  page: graphql`
    query signalsQuery($count: Int!) {
      ...signals_list @arguments(count: $count)
    }
  `,
  list: graphql`
    fragment signals_list on Query
    @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" })
    @refetchable(queryName: "signalsPageQuery") {
      signals(first: $count, after: $cursor) @connection(key: "signals_signals") {
        edges { node { id symbol } }
      }
    }
  `,
  changes: graphql`
    subscription signalsSubscription {
      signals { kind node { id symbol } }
    }
  `,
};
