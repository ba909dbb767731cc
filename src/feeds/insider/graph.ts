import { defineGraph } from '../../graphql/schema/builder.ts';
import { insiderFilings } from './feed.ts';
import { addClusters } from './graph-clusters.ts';
import { addDirectory } from './graph-directory.ts';
import { addFlows } from './graph-flows.ts';
import { addHoldings } from './graph-holdings.ts';
import { addTrades } from './graph-trades.ts';

/** What is derived from filings: the directory, holdings, clusters, flows of a company and of the market, trades that several forms tell. */
export const insiderFilingsGraph = defineGraph(insiderFilings, {
  extend(kit) {
    addHoldings(kit, addDirectory(kit));
    addClusters(kit);
    addFlows(kit);
    addTrades(kit);
  },
});
