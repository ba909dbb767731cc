import { defineGraph } from '../../graphql/schema/builder.ts';
import { outperformers } from './feed.ts';

/** The scan has one row for each symbol. */
export const outperformersGraph = defineGraph(outperformers, {
  oneOfAsset: {
    name: 'outperformer',
    description: 'The asset in the outperformance scan; null when it is not scanned.',
  },
});
