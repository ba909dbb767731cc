#!/usr/bin/env node
import './require-node.cjs';
// By its default: an older Node has no `enableCompileCache` to link to, and would not come to say what is wanted.
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Loading some thousand modules is most of what a command takes. Not in the directory for temporary files, which others
// can write to; where it cannot be written nothing is kept.
nodeModule.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

const { runCommandLine } = await import('./app/command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
