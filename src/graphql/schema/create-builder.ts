import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { NODE_ID } from './node.ts';
import { addScalars } from './scalars.ts';
import type { Builder, GraphTypes } from './types.ts';

/** A builder that holds nothing but the scalars and Relay's common types. */
export function createBuilder(): Builder {
  const builder: Builder = new SchemaBuilder<GraphTypes>({
    plugins: [RelayPlugin],
    defaultFieldNullability: false,
    relay: {
      cursorType: 'String',
      nodeTypeOptions: { description: 'An object with a global id. `node(id)` fetches it again.' },
      idFieldOptions: { description: NODE_ID },
      nodeQueryOptions: false,
      nodesQueryOptions: false,
      pageInfoTypeOptions: {
        description:
          'Place of a page in its list. Walk forward with `first` and `after: endCursor`, back with `last` and `before: startCursor`.',
      },
      hasNextPageFieldOptions: { description: 'Whether the list has rows after the page.' },
      hasPreviousPageFieldOptions: { description: 'Whether the list has rows before the page.' },
      startCursorFieldOptions: { description: 'Cursor of the first row; null when the page is empty.' },
      endCursorFieldOptions: { description: 'Cursor of the last row; null when the page is empty.' },
    },
  });
  addScalars(builder);
  return builder;
}
