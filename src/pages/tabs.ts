const TAB = /(role="tab" [^>]*data-language="(\w+)") aria-selected="\w+" tabindex="-?\d"/g;
const PANEL = /(role="tabpanel" [^>]*data-language="(\w+)")(?: hidden)?>/g;

/** A page whose tabs show a language; those that do not have it stay as they are. The markup is that of `build-code.ts`. */
export function inLanguage(html: string, language: string): string {
  const [start = '', ...groups] = html.split('<div class="tabs">');
  const shown = groups.map((group) => {
    if (![...group.matchAll(PANEL)].some(([, , of]) => of === language)) return group;
    return group
      .replace(
        TAB,
        (_, tab: string, of: string) =>
          `${tab} aria-selected="${of === language}" tabindex="${of === language ? 0 : -1}"`,
      )
      .replace(PANEL, (_, panel: string, of: string) => `${panel}${of === language ? '' : ' hidden'}>`);
  });
  return [start, ...shown].join('<div class="tabs">');
}
