import { expect, test, vi } from 'vitest';
import { createOutput, properties, table } from '../../src/cli/output.ts';

/** What a terminal gets. */
function written(stream: 'stdout' | 'stderr', act: () => void): string {
  const write = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  try {
    act();
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

const RED = '\u001b[31mRED\u001b[0m\u0007\u009b2J';
const SHOWN = '\\u001b[31mRED\\u001b[0m\\u0007\\u009b2J';

test('a terminal obeys nothing that users wrote', () => {
  const text = () => table(['NAME', 'STATE'], [[RED, 'active']]);
  expect(written('stdout', () => createOutput({ json: false }).result(null, text))).toContain(
    `\n${SHOWN}  active\n`,
  );
  expect(written('stderr', () => createOutput({ json: false }).note(RED))).toBe(`${SHOWN}\n`);
  const json = written('stdout', () => createOutput({ json: true }).result({ name: RED }, text));
  expect(json).toBe(`{"name":"${SHOWN}"}\n`);
  expect(JSON.parse(json)).toEqual({ name: RED });
});

test('a text with line breaks stays in its row, and within its property', () => {
  expect(table(['NAME'], [['mail\r\nBcc: evil']])).toBe('NAME\nmail\\u000d\\u000aBcc: evil');
  expect(properties({ query: 'subscription {\n}', state: 'active' })).toBe(
    'query  subscription {\n       }\nstate  active',
  );
});
