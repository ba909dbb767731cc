import { ResourceNotFoundError } from '@modelcontextprotocol/server';

/** A text that agents may read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

export interface Resources {
  list(): readonly Resource[];
  /** Rejects with the protocol's error for an unknown URI. */
  read(uri: string): Promise<{ readonly uri: string; readonly mimeType: string; readonly text: string }>;
}

/** The schema, and the guides where the pages are built: `rest.md` by its path below `guides`. */
export function createResources(sdl: string, guides: ReadonlyMap<string, () => Promise<string>>): Resources {
  const texts = new Map<string, Resource & { readonly text: () => Promise<string> }>();
  const put = (path: string, mimeType: string, text: () => Promise<string>) => {
    const uri = `alpha-data://${path}`;
    texts.set(uri, { uri, name: path, mimeType, text });
  };
  put('schema.graphql', 'application/graphql', async () => sdl);
  for (const [path, text] of guides) if (path.endsWith('.md')) put(`guides/${path}`, 'text/markdown', text);
  return {
    list: () => [...texts.values()].map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
    async read(uri) {
      const found = texts.get(uri);
      if (!found) throw new ResourceNotFoundError(uri);
      return { uri, mimeType: found.mimeType, text: await found.text() };
    },
  };
}
