import type { FoundThingFragment, SearchPageQuery } from '../../../schema/operations/generated/graphql.ts';

export type Found = FoundThingFragment;
export type FoundMarket = NonNullable<SearchPageQuery['markets']['nodes']>[number];
