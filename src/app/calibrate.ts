import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Calibration, Table } from '../engines/calibrations/calibration.ts';
import { calibrations } from '../engines/calibrations/index.ts';
import { inputReader } from '../ingestion/derive.ts';
import { isMark } from '../sources/captured.ts';
import type { Input } from '../sources/format.ts';
import type { Services } from './services.ts';

export type CalibrationTable = Table;

/** Tables of an engine over what is stored. */
export const calibrateStore = (name: string, services: Services): Promise<readonly Table[]> =>
  calibrationOf(name).tables(inputReader(services));

/** Tables of an engine over its sample files below a folder. */
export async function calibrateFiles(name: string, folder: string): Promise<readonly Table[]> {
  const calibration = calibrationOf(name);
  return calibration.tables(memoryInputs(await inputsOf(calibration, folder)));
}

function calibrationOf(name: string): Calibration {
  const calibration = calibrations.find((one) => one.name === name);
  if (calibration) return calibration;
  const names = calibrations.map((one) => one.name).join(', ');
  throw new Error(`there is no calibration of "${name}"; there are ${names}`);
}

async function inputsOf({ samples }: Calibration, folder: string): Promise<readonly Input[]> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const inputs: Input[] = [];
  for (const { format, files } of samples) {
    const named = paths.filter((path) => files.some((pattern) => matches(path, pattern)));
    if (named.length === 0) throw new Error(`${folder} holds none of ${files.join(', ')}`);
    const read = format.read(
      named.map((path) => join(folder, path)),
      {},
    );
    for await (const item of read) if (!isMark(item) && item.kind === 'input') inputs.push(item.input);
  }
  return inputs;
}

const matches = (path: string, pattern: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** The later of two inputs of one name counts, as in the store. */
function memoryInputs(inputs: readonly Input[]) {
  const named = new Map(
    inputs.map((input) => [JSON.stringify([input.kind, input.series, input.key]), input]),
  );
  const bySeries = Map.groupBy(named.values(), ({ kind, series }) => JSON.stringify([kind, series]));
  return {
    series: async (kind: string, prefix = '') =>
      [...bySeries.values()]
        .flatMap(([input]) => (input?.kind === kind ? [input.series] : []))
        .filter((series) => series.startsWith(prefix))
        .sort(),
    list: async (kind: string, series: string) =>
      (bySeries.get(JSON.stringify([kind, series])) ?? []).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
}
