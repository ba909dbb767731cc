/** The tabs of a page of the guides, in their order: the code of each by its language, with an address and a key filled in. */
export function tabsOf(
  html: string,
  own: { readonly url: string; readonly key: string },
): readonly ReadonlyMap<string, string>[] {
  const groups = new Map<string, Map<string, string>>();
  for (const [, group = '', language = '', code = ''] of html.matchAll(PANEL)) {
    const tabs = groups.get(group) ?? new Map<string, string>();
    groups.set(group, tabs.set(language, textOf(code, own)));
  }
  return [...groups.values()];
}

const PANEL = /<div role="tabpanel" id="panel-(\d+)-(\w+)".*?<code>(.*?)<\/code>/gs;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const textOf = (html: string, own: Readonly<Record<string, string>>): string =>
  html
    .replaceAll(/<span data-fill="(\w+)">[^<]*<\/span>/g, (_, name: string) => own[name] ?? '')
    .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
