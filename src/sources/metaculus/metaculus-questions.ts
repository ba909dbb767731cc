import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Format } from '../format.ts';
import { pageParser, readPages } from '../prediction/read-pages.ts';
import { METACULUS, parseMetaculusQuestions } from './questions-page.ts';

export const metaculusQuestions: Format = {
  name: 'metaculus-questions',
  description: 'Metaculus /api/posts/ or /api2/questions/ as JSON, both shapes of a question',
  feed: predictionMarkets,
  read: (files, options) => readPages(files, options, parseMetaculusQuestions),
  parsers: [pageParser(METACULUS, parseMetaculusQuestions)],
};
