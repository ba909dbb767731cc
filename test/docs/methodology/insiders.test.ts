import { expect, it } from 'vitest';
import { signalOfFiling } from '../../../src/engines/signals/signals-insider.ts';
import { deriveFiling } from '../../../src/feeds/insider/derive.ts';
import type { InsiderFiling } from '../../../src/feeds/insider/feed.ts';
import { secOwnership } from '../../../src/sources/sec/sec-ownership.ts';
import { collect } from '../../sources/sec/collect.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

const OKLO = 'insider/sec-ownership/0001104659-25-030072.txt';

describeWithSharedData('docs/methodology/insiders.md', OKLO, (file) => {
  it('has a worked example that the file gives', async () => {
    const { records } = await collect(secOwnership, [file]);
    const signals = records.map((record) => signalOfFiling(deriveFiling(record) as InsiderFiling)); // of the same feed
    expect(records).toMatchObject([{ shares: 6_000, price_per_share: 24.5686, value: 147_411.6 }]);
    expect(signals[0]).toMatchObject({ symbol: 'OKLO', direction: 'LONG' });
    expect(signals[0]?.signal_strength).toBeCloseTo(54.21, 2);
  });
});
