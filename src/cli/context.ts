import type { CalibrationTable } from '../app/calibrate.ts';
import type { OperatedAlerts } from '../app/operated-alerts.ts';
import type { Services } from '../app/services.ts';
import type { Synchroniser } from '../app/sync.ts';
import type { Trace } from '../app/trace.ts';
import type { Config } from '../config.ts';
import type { DerivedAgain } from '../ingestion/derive-again.ts';
import type { RederiveRequest } from '../ingestion/rederive/rederive.ts';
import type { Rederived } from '../ingestion/rederive/report.ts';
import type { Format, ImportOptions, Rejection } from '../sources/format.ts';
import type { ImportReport } from '../sources/import-run.ts';
import type { Provider } from '../sources/sync/provider.ts';
import type { Output } from './output.ts';

export interface ImportRequest extends ImportOptions {
  readonly reject: (rejection: Rejection) => Promise<void>;
  readonly onProgress: (read: number) => void;
}

/** What the composition root hands to the commands. */
export interface Cli {
  readonly version: string;
  readonly formats: readonly Format[];
  readonly readConfig: (options: { readonly demo: boolean }) => Config;
  readonly openServices: (config: Config) => Promise<Services>;
  readonly runImport: (
    services: Services,
    format: Format,
    files: readonly string[],
    request: ImportRequest,
  ) => Promise<ImportReport>;
  readonly providers: readonly Provider[];
  readonly createSynchroniser: (services: Services, config: Config) => Promise<Synchroniser>;
  /** Derives what earlier versions of engines derived. */
  readonly deriveAgain: (services: Services) => Promise<DerivedAgain>;
  /** Reads what is stored again, and derives everything from it anew. */
  readonly rederive: (services: Services, request: RederiveRequest) => Promise<Rederived>;
  /** Where a record came from; `module` may be null. Rejects for an id that is in no module, or in several. */
  readonly trace: (services: Services, id: string, module: string | null) => Promise<Trace>;
  /** Alerts of all accounts. */
  readonly operateAlerts: (services: Services, config: Config) => Promise<OperatedAlerts>;
  /** Tables of an engine over what is stored, or over the sample files below a folder; rejects for an unknown engine. */
  readonly calibrateStore: (engine: string, services: Services) => Promise<readonly CalibrationTable[]>;
  readonly calibrateFiles: (engine: string, folder: string) => Promise<readonly CalibrationTable[]>;
  /** The SQL of the table that the declaration of a module asks for; null for an unknown module. */
  readonly tableOf: (module: string) => Promise<string | null>;
  /** Serves until a signal ends it. */
  readonly serve: (
    config: Config,
    options: { readonly demo: boolean; readonly sync: SyncChoice; readonly output: Output },
  ) => Promise<void>;
}

/** Providers to keep synchronised; `all` are those that need no configuration. */
export type SyncChoice = readonly string[] | 'all' | null;

export interface CommandContext
  extends Pick<
    Cli,
    | 'formats'
    | 'runImport'
    | 'providers'
    | 'createSynchroniser'
    | 'rederive'
    | 'trace'
    | 'operateAlerts'
    | 'calibrateStore'
    | 'calibrateFiles'
  > {
  /** For commands that need no store. */
  output(): Output;
  /** Opens the store for one command and closes it whatever happens. */
  withServices(body: (services: Services, config: Config, output: Output) => Promise<void>): Promise<void>;
}
