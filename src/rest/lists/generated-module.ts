import type { Feed } from '../../feed/feed.ts';
import type { RestModule } from '../extend.ts';
import { TOTAL } from '../openapi/schema.ts';
import { feedList } from './feed-list.ts';
import { LIST_SIZES } from './paging.ts';

/** The routes of a feed that its declaration says everything about. */
export function generatedModule(feed: Feed): RestModule {
  const { module: name, description, rest } = feed;
  const title = titleOf(feed.plural);
  return {
    tags: [{ name, title, description }],
    routes: (services) => {
      if (!rest) throw new Error(`feed ${name} declares no list and has no rest.ts`);
      return feedList(services, {
        feed,
        path: rest.path,
        open: rest.open,
        wrapper: rest.wrapper,
        sizes: { ...LIST_SIZES, param: rest.sizeParam },
        tag: name,
        summary: title,
        ...(rest.total ? { extra: WITH_TOTAL } : {}),
      });
    },
  };
}

const WITH_TOTAL = {
  schema: { total: TOTAL },
  read: async ({ total }: { readonly total: number }) => ({ total }),
};

/** `predictionMarkets` as a title: `Prediction markets`. */
function titleOf(plural: string): string {
  const words = plural.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
