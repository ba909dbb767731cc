import { defineGraph } from '../../graphql/schema/builder.ts';
import { insiderFilings } from './feed.ts';
import { addClusters } from './graph-clusters.ts';
import { addDirectory } from './graph-directory.ts';
import { addFlows } from './graph-flows.ts';

/** What is derived from filings: the directory, clusters, flows of a company and of the market. */
export const insiderFilingsGraph = defineGraph(insiderFilings, {
  extend(kit) {
    addDirectory(kit);
    addClusters(kit);
    addFlows(kit);
  },
});
