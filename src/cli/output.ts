import { visibleControls } from '../feed/text.ts';

/**
 * Where commands write: results on stdout, everything else on stderr. Much of it was written by users and providers: control characters
 * are escaped, so that a terminal obeys none.
 */
export interface Output {
  /** One JSON document with `--json`, else the lines of `text`. */
  result(value: unknown, text: () => string): void;
  note(line: string): void;
  /** Rewrites one line on a terminal; nothing elsewhere. */
  progress(line: string): void;
}

export function createOutput(options: { readonly json: boolean }): Output {
  const terminal = process.stderr.isTTY === true;
  const safe = (text: string) => visibleControls(text, '\n\t');
  return {
    result(value, text) {
      process.stdout.write(`${safe(options.json ? JSON.stringify(value) : text())}\n`);
    },
    note(line) {
      process.stderr.write(`${safe(line)}\n`);
    },
    progress(line) {
      if (terminal) process.stderr.write(`\r\x1b[K${safe(line)}`);
    },
  };
}

/** Columns padded to their widest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((line) => line.map((cell) => visibleControls(cell)));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One property a line; further lines of a text are indented. */
export function properties(of: Readonly<Record<string, string | null>>): string {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of)
    .map(
      ([name, value]) =>
        `${name.padEnd(width)}  ${(value ?? '-').replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`,
    )
    .join('\n');
}
