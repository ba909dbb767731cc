const { graphql } = require('relay-runtime');

module.exports = {
  now: graphql`
    query momentsNowQuery {
      outperformers(first: 20) { nodes { id liveId currentPrice } }
    }
  `,
  past: graphql`
    query momentsThenQuery($asOf: DateTime!) {
      at(asOf: $asOf) { outperformers(first: 20) { nodes { id liveId currentPrice } } }
    }
  `,
};
