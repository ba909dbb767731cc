import { expect, test } from 'vitest';
import { withoutClusterWord } from '../../../src/web/data/cluster-word.ts';

test.each([
  ['PFE cluster', 'PFE'],
  ['clusters pfizer', 'pfizer'],
  ['Cluster', 'Cluster'],
  ['clusterfund', 'clusterfund'],
  ['bank of america', 'bank of america'],
])('%s asks for %s', (query, names) => expect(withoutClusterWord(query)).toBe(names));
