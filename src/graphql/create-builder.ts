import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { addScalars } from './scalars.ts';
import type { Builder, GraphTypes } from './types.ts';

/** A builder that holds nothing but the scalars and Relay's common types. */
export function createBuilder(encodeGlobalID: (type: string, key: string) => string): Builder {
  const builder: Builder = new SchemaBuilder<GraphTypes>({
    plugins: [RelayPlugin],
    defaultFieldNullability: false,
    relay: {
      encodeGlobalID: (type, key) => encodeGlobalID(type, String(key)),
      cursorType: 'String',
      nodeTypeOptions: { description: 'Whatever has an id of its own and can be fetched again by it.' },
      idFieldOptions: { description: 'Global id, opaque; `node(id)` fetches the object again.' },
      nodeQueryOptions: false,
      nodesQueryOptions: false,
      pageInfoTypeOptions: {
        description:
          'Where a page lies in its list. Walk with `first` and `after: endCursor`, or back again.',
      },
      hasNextPageFieldOptions: { description: 'Whether the list goes on behind the page.' },
      hasPreviousPageFieldOptions: { description: 'Whether the list has rows before the page.' },
      startCursorFieldOptions: { description: 'Cursor of the first row; null when the page is empty.' },
      endCursorFieldOptions: { description: 'Cursor of the last row; null when the page is empty.' },
    },
  });
  addScalars(builder);
  return builder;
}
