/** What the metrics of a process tell of its live streams, by the names of the gauges without `alpha_live_`. */
export async function liveCounts(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const gauges = text.matchAll(/^alpha_live_(\w+) (\d+)$/gm);
  return Object.fromEntries(gauges.map(([, name, value]) => [name, Number(value)]));
}

/** Nobody follows anything. */
export const NO_STREAMS = { streams: 0, streams_behind: 0, groups: 0, feeds: 0 };
/** One stream is open, and its reader up to date. */
export const ONE_STREAM = { streams: 1, streams_behind: 0, groups: 1, feeds: 1 };
