import type { Call, Ready } from './questions.ts';

/** Answers the calls of the bench that started this process. */
export function serveBench(
  ready: Ready,
  more: { record?(call: Extract<Call, { kind: 'record' }>): void } = {},
): void {
  process.on('message', (message) => {
    const call = message as Call; // the bench sends nothing else
    if (call.kind === 'record') {
      more.record?.(call);
      process.send?.(null);
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
  process.send?.(ready);
}
