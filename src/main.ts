#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Loading some thousand modules is most of what a command takes. Not in the directory for temporary files, which others
// can write to; where it cannot be written nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

const { runCommandLine } = await import('./command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
