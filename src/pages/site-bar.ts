const PLACES: readonly (readonly [string, string])[] = [
  ['/', 'Dashboard'],
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST'],
  ['/schema.graphql', 'Schema'],
  ['/guides', 'Guides'],
  ['/account', 'Account'],
];

/**
 * The way to the other pages, for the two that libraries make: GraphiQL and the REST reference. Its colours follow theirs,
 * which they say by a class of the body.
 *
 * @param path of the page it stands on.
 * @param tools markup on the right.
 */
export function siteBar(path: string, tools = ''): string {
  const links = PLACES.map(
    ([to, name]) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a>`,
  ).join('');
  return `<style>${STYLE}</style><header class="site-bar"><nav aria-label="Site"><b>Alpha Data</b>${links}</nav>${tools}</header>`;
}

const STYLE = `
.site-bar { --bar: #fff; --ink: #131a24; --quiet: #566172; --rule: #e2e6ec;
  box-sizing: border-box; display: flex; flex-wrap: wrap; align-items: center; gap: 6px 20px; min-height: 45px;
  padding: 6px 16px; border-bottom: 1px solid var(--rule); background: var(--bar); color: var(--ink);
  font: 13px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light, .light-mode) .site-bar { --bar: #11161d; --ink: #e4e9f0; --quiet: #97a3b4; --rule: #222a35; } }
body:is(.graphiql-dark, .dark-mode) .site-bar { --bar: #11161d; --ink: #e4e9f0; --quiet: #97a3b4; --rule: #222a35; }
.site-bar nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-right: auto; }
.site-bar b { margin-right: 8px; font-weight: 650; }
.site-bar a { color: var(--quiet); text-decoration: none; }
.site-bar a:hover, .site-bar a[aria-current] { color: var(--ink); text-decoration: underline; text-underline-offset: 4px; }
.site-bar :focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
.site-bar select { height: 28px; max-width: 100%; border: 1px solid var(--rule); border-radius: 6px; background: var(--bar);
  color: inherit; font: inherit; }
.site-bar output { color: var(--quiet); font-variant-numeric: tabular-nums; }
`;
