/** A fault that an operator tries on a staging server: a file of this folder exports it as `scenario`. */
export interface Scenario {
  /** The word after `npm run chaos --`. */
  readonly name: string;
  /** One line: the fault and what must hold. */
  readonly summary: string;
  /** The arguments it takes, one line each with units and defaults. */
  readonly usage: string;
  /**
   * Runs it to its end, with bounds on time and load.
   * @param args what stands behind the name on the command line.
   * @param print shows one line to the operator.
   * @returns whether the server passed. Rejects with an `Error` whose message names a wrong argument and what is allowed.
   */
  run(args: readonly string[], print: (line: string) => void): Promise<boolean>;
}
