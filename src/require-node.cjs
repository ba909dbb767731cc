'use strict';
// Says which Node is wanted, before an older one meets what it cannot read. Plain CommonJS, because any Node reads it:
// `main` imports it first, and the scripts that run TypeScript preload it.
const { engines } = require('../package.json');
const wanted = engines.node
  .replace(/[^\d.]/g, '')
  .split('.')
  .map(Number);
const found = process.versions.node.split('.').map(Number);

if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  process.stderr.write(
    `error: Alpha Data needs Node ${wanted.join('.')} or newer, this is ${process.version} (${process.execPath}). ` +
      'In a checkout `npm ci` installs it, and `npm start` and `npx node` use it; else install it from https://nodejs.org\n',
  );
  process.exit(1);
}
