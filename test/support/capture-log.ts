export interface LogLine {
  readonly [name: string]: unknown;
}

/** Where a logger of a test writes to. */
export function captureLog() {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const find = (id: string): LogLine | undefined =>
    lines
      .map((line): LogLine => JSON.parse(line))
      .find((line) => line.request_id === id && line.msg === 'request');
  return {
    text: () => lines.join(''),
    write(line: string) {
      lines.push(line);
      for (const wake of waiting) wake();
    },
    line(id: string): Promise<LogLine> {
      const { promise, resolve } = Promise.withResolvers<LogLine>();
      const wake = () => {
        const found = find(id);
        if (!found) return;
        waiting.delete(wake);
        resolve(found);
      };
      waiting.add(wake);
      wake();
      return promise;
    },
  };
}
