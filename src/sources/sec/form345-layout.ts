import { basename, join } from 'node:path';
import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { type Header, headerOf } from './form345-rows.ts';
import { TABLES, type TableName } from './form345-set.ts';

/** The tables that a set has, with their columns: what its lines mean nothing without. */
export interface SetLayout {
  readonly folder: string;
  readonly tables: ReadonlyMap<TableName, TableLayout>;
}

export interface TableLayout {
  readonly file: string;
  readonly header: Header;
}

/** For a capture: by table its first line, and the name of its file. */
export const contextOf = ({ tables }: SetLayout): CaptureContext =>
  Object.fromEntries(
    [...tables].flatMap(([name, { file, header }]) => [
      [name, header.text],
      [`${name} file`, basename(file)],
    ]),
  );

export const layoutIn = (folder: string, context: CaptureContext): SetLayout => ({
  folder,
  tables: new Map(
    TABLES.flatMap((name) => {
      const [header, file] = [context[name], context[`${name} file`]];
      if (typeof header !== 'string' || typeof file !== 'string') return [];
      return [[name, { file: join(folder, file), header: headerOf(header) }] as const];
    }),
  ),
});
