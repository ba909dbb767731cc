#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Loading some thousand modules is most of what a command takes. Not in the directory for temporary files, which others
// can write to; where it cannot be written nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2), process.env);
