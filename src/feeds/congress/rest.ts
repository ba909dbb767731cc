import { compare, feedList, LIST_SIZES, type RestModule } from '../../rest/extend.ts';
import { congress, TRANSACTION_TYPES } from './feed.ts';

const SALES = TRANSACTION_TYPES.filter((type) => type.startsWith('Sale'));

const transactionType = congress.leaf('transaction_type');

export const congressRest: RestModule = {
  tags: [{ name: congress.module, title: 'Congress', description: congress.description }],
  routes: (services) =>
    feedList(services, {
      feed: congress,
      path: '/api/v1/congress',
      open: '/api/congress/trades',
      wrapper: 'trades',
      sizes: { ...LIST_SIZES, param: 'page_size' },
      tag: congress.module,
      summary: 'Congressional trades',
      meanings: {
        transaction_type: {
          description: `${transactionType.field.description} \`Sale\` stands for every kind of sale.`,
          filter: (text) =>
            text === 'Sale' ? compare(transactionType, 'in', SALES) : compare(transactionType, 'eq', text),
        },
      },
    }),
};
