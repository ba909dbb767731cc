import { ResourceNotFoundError } from '@modelcontextprotocol/server';

/** A text that agents may read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A guide in Markdown. */
export interface AgentGuide {
  readonly title: string;
  readonly description: string;
  readonly audience: 'users' | 'operators' | 'developers';
  readonly text: () => Promise<string>;
}

export interface Resources {
  /** The schema and the guides for users. */
  list(): readonly Resource[];
  /** Any guide. Rejects with the protocol's error for an unknown URI. */
  read(uri: string): Promise<{ readonly uri: string; readonly mimeType: string; readonly text: string }>;
}

const SCHEMA = {
  title: 'GraphQL schema',
  description:
    'All types, fields, filters and sort orders, with their meaning and unit. The tool schema gives it in parts.',
};

/** The schema, and the guides where the pages are built: `rest.md` by its path below `guides`. */
export function createResources(sdl: string, guides: ReadonlyMap<string, AgentGuide>): Resources {
  const texts = new Map<
    string,
    { readonly listed: Resource | null; mimeType: string; text: () => Promise<string> }
  >();
  const put = (path: string, mimeType: string, guide: Omit<AgentGuide, 'audience'>, isListed: boolean) => {
    const uri = `alpha-data://${path}`;
    const { title, description, text } = guide;
    const listed = isListed ? { uri, name: path, title, description, mimeType } : null;
    texts.set(uri, { listed, mimeType, text });
  };
  put('schema.graphql', 'application/graphql', { ...SCHEMA, text: async () => sdl }, true);
  for (const [path, guide] of guides)
    put(`guides/${path}`, 'text/markdown', guide, guide.audience === 'users');
  return {
    list: () => [...texts.values()].flatMap(({ listed }) => listed ?? []),
    async read(uri) {
      const found = texts.get(uri);
      if (!found) throw new ResourceNotFoundError(uri);
      return { uri, mimeType: found.mimeType, text: await found.text() };
    },
  };
}
