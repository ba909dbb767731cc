type Place = readonly [path: string, name: string];

/** The feeds that have pages, as in `src/web/frame/header.html`. */
export const FEEDS: readonly Place[] = [
  ['/feed/signals', 'Signals'],
  ['/feed/whales', 'Whales'],
  ['/feed/congress', 'Congress'],
  ['/feed/insider', 'Insiders'],
  ['/feed/markets', 'Prediction markets'],
  ['/feed/reversals', 'Reversals'],
  ['/feed/outperformers', 'Outperformers'],
  ['/feed/strategies', 'Strategies'],
];

const PLACES: readonly Place[] = [
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST'],
  ['/schema.graphql', 'Schema'],
  ['/guides', 'Guides'],
  ['/account', 'Account'],
];

/**
 * The way to the other pages, for the two that libraries make: GraphiQL and the REST reference; and what makes them look like the
 * others: the font, the colours of `src/web/styles/tokens.css`, by the variables of the libraries. Which of the two themes holds they say by a class of the body.
 *
 * @param parts see `Site.parts`: where the font is.
 * @param isSimulated whether the market is: the bar says so, as the line under the header of the other pages does.
 */
export const createSiteBar =
  (parts: ReadonlyMap<string, string> | undefined, isSimulated: boolean) =>
  /**
   * @param path of the page it stands on.
   * @param tools markup on the right.
   */
  (path: string, tools = ''): string => {
    const font = parts?.get('inter.css');
    const face = font === undefined ? '' : `<link rel="stylesheet" href="${font}">`;
    const linksTo = (places: readonly Place[]) =>
      places
        .map(([to, name]) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a>`)
        .join('');
    const feeds = `<button type="button" class="feeds-button" popovertarget="feeds">Feeds</button><div id="feeds" popover>${linksTo(FEEDS)}</div>`;
    const nav = `<nav id="menu" popover aria-label="Site">${linksTo([['/', 'Dashboard']])}${feeds}${linksTo(PLACES)}</nav>`;
    const tag = isSimulated ? '<span class="tag">Simulated market</span>' : '';
    return `${face}<style>${THEME}${STYLE}</style><header class="site-bar"><a class="brand" href="/">${LOGO}Alpha Data</a>${tag}${nav}<button type="button" class="menu-button" popovertarget="menu">Menu</button>${tools}</header>`;
  };

const FONT = '"Inter", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const DARK_GRAPHIQL =
  '--color-base: 215, 26%, 9%; --color-primary: 216, 100%, 68%; --color-secondary: 216, 100%, 68%; --color-info: 216, 100%, 68%;';

/** Variables of GraphiQL (hue, saturation, lightness) and of Scalar. */
const THEME = `
:root { --scalar-font: ${FONT}; }
body .graphiql-container, body .graphiql-dialog, [data-radix-popper-content-wrapper] { --font-family: ${FONT};
  --color-primary: 219, 75%, 48%; --color-secondary: 219, 75%, 48%; --color-info: 219, 75%, 48%; }
.light-mode { --scalar-background-1: #fff; --scalar-background-2: #f7f9fb; --scalar-background-3: #f3f5f8;
  --scalar-border-color: #e2e6ec; --scalar-color-1: #131a24; --scalar-color-accent: #1f5fd6; }
.dark-mode { --scalar-background-1: #11161d; --scalar-background-2: #161c25; --scalar-background-3: #222a35;
  --scalar-border-color: #222a35; --scalar-color-1: #e4e9f0; --scalar-color-accent: #5b9dff; }
body.graphiql-dark :is(.graphiql-container, .graphiql-dialog, [data-radix-popper-content-wrapper]) { ${DARK_GRAPHIQL} }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) :is(.graphiql-container, .graphiql-dialog, [data-radix-popper-content-wrapper]) { ${DARK_GRAPHIQL} } }
`;

/** That of `src/web/frame/header.html`. */
const LOGO =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f172a"/><path d="M6 22l7-9 5 5 8-10" fill="none" stroke="#38bdf8" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const STYLE = `
.site-bar { --bar: #fff; --ink: #131a24; --quiet: #566172; --rule: #e2e6ec;
  box-sizing: border-box; display: flex; flex-wrap: wrap; align-items: center; gap: 6px 16px; min-height: 52px;
  padding: 6px 16px; border-bottom: 1px solid var(--rule); background: var(--bar); color: var(--ink);
  font: 13px/1.4 ${FONT}; }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light, .light-mode) .site-bar { --bar: #11161d; --ink: #e4e9f0; --quiet: #97a3b4; --rule: #222a35; } }
body:is(.graphiql-dark, .dark-mode) .site-bar { --bar: #11161d; --ink: #e4e9f0; --quiet: #97a3b4; --rule: #222a35; }
.site-bar nav { display: flex; gap: 16px; position: static; inset: auto; width: auto; height: auto; margin: 0 auto 0 0; padding: 0;
  border: 0; background: none; color: inherit; overflow: visible; }
.site-bar button { padding: 0; border: 0; background: none; color: var(--quiet); font: inherit; cursor: pointer; }
.site-bar .feeds-button::after { content: " \\25be"; }
.site-bar .menu-button { display: none; }
.site-bar #feeds { inset: 44px auto auto 200px; margin: 0; padding: 6px; border: 1px solid var(--rule); border-radius: 8px;
  background: var(--bar); }
.site-bar #feeds a { display: block; padding: 6px 28px 6px 10px; color: var(--ink); }
@supports (position-area: bottom span-right) {
  .site-bar #feeds { inset: auto; margin-top: 8px; position-area: bottom span-right; } }
.site-bar a.brand { display: flex; align-items: center; gap: 8px; color: var(--ink); font-size: 15px; font-weight: 650;
  white-space: nowrap; }
.site-bar .tag { padding: 2px 7px; border: 1px solid var(--rule); border-radius: 4px; font-weight: 600; font-size: 11px;
  white-space: nowrap; }
.site-bar a.brand:hover { text-decoration: none; }
@media (max-width: 760px) {
  .site-bar { padding: 6px 12px; }
  .site-bar .menu-button { display: block; height: 32px; margin-left: auto; padding: 0 12px; border: 1px solid var(--rule);
    border-radius: 6px; color: var(--ink); }
  .site-bar nav:not(:popover-open) { display: none; }
  .site-bar nav:popover-open { display: grid; grid-template-columns: 1fr 1fr; position: fixed; inset: 56px 12px auto; width: auto;
    padding: 8px; border: 1px solid var(--rule); border-radius: 8px; background: var(--bar); font-size: 15px; gap: 0; }
  .site-bar nav a, .site-bar nav #feeds a { padding: 10px 12px; color: var(--ink); }
  .site-bar nav > a:first-child { grid-column: 1 / -1; }
  .site-bar .feeds-button { display: none; }
  .site-bar #feeds { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; position: static; margin: 6px 0;
    padding: 6px 0; border-width: 1px 0; border-radius: 0; } }
.site-bar a { color: var(--quiet); text-decoration: none; }
.site-bar a:hover, .site-bar a[aria-current] { color: var(--ink); text-decoration: underline; text-underline-offset: 4px; }
.site-bar :focus-visible { outline: 2px solid currentcolor; outline-offset: 2px; }
.site-bar select { height: 28px; max-width: 100%; border: 1px solid var(--rule); border-radius: 6px; background: var(--bar);
  color: inherit; font: inherit; }
.site-bar output { color: var(--quiet); font-variant-numeric: tabular-nums; }
`;
