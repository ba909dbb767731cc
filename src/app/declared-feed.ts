import type { Feed } from '../feed/feed.ts';

/**
 * The declaration alone, from the folder of the feed, for threads: with the registry came all surfaces, and half of the start of a
 * thread.
 */
export async function declaredFeed(module: string): Promise<Feed> {
  const declared: Readonly<Record<string, Partial<Feed>>> = await import(`../feeds/${module}/feed.ts`);
  const feed = Object.values(declared).find((one) => one?.leaves && one.module === module);
  if (!feed) throw new Error(`src/feeds/${module}/feed.ts declares no feed ${module}`);
  return feed as Feed; // only feeds have leaves
}
