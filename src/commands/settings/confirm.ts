import { createInterface } from "node:readline/promises";
import type { Risk } from "../../contract/operation.ts";
import { higherRisk } from "../../forms/review/review.ts";
import { stopUntilInForeground } from "../../terminal/foreground.ts";
import { printable } from "../../text/printable.ts";
import { WrongUse } from "../wrong-use.ts";

/** Confirmation before a plan is sent: asked at a terminal as in a review, or given on the command line. */

/** Access to a person who can answer questions. */
export type Asking = {
  /** Null where nobody can answer. */
  readonly question: ((words: string) => Promise<string>) | null;
};

/** The terminal of this process, if both ends are one. Questions go to standard error, so that standard output can be redirected. */
export const terminalAsking = (): Asking =>
  process.stdin.isTTY && process.stderr.isTTY
    ? {
        question: async (words) => {
          if (!stopUntilInForeground()) {
            throw new WrongUse("Nothing was sent: the question needs the terminal. Start the command without &.");
          }
          const lines = createInterface({ input: process.stdin, output: process.stderr });
          try {
            return (await lines.question(printable(words))).trim();
          } catch (error) {
            // Ctrl-C and Ctrl-D answer no to everything.
            if (!(error instanceof Error && error.name === "AbortError")) throw error;
            process.stderr.write("\n");
            throw new WrongUse("Nothing was sent.", { cause: error });
          } finally {
            lines.close();
          }
        },
      }
    : { question: null };

type Confirmation = {
  /** Name of the project. */
  readonly name: string;
  /** Value of `--confirm`. */
  readonly given: string | undefined;
  /** Highest risk that `--risk` accepts. */
  readonly most: Risk;
};

/**
 * True when the person or the command line confirms. The highest risk decides what is asked: a yes, or the name of the project.
 *
 * @throws WrongUse when nobody can be asked and the command line does not suffice
 */
export async function isConfirmed(
  risk: Risk,
  { name, given, most }: Confirmation,
  { question }: Asking,
): Promise<boolean> {
  if (given !== undefined) {
    if (given !== name) throw new WrongUse(`Not confirmed: this is ${name}, and --confirm says ${given}.`);
    if (higherRisk(risk, most) === most) return true;
    throw new WrongUse(`Not confirmed: the highest risk is ${risk}, and --risk allows ${most} at most.`);
  }
  if (question === null) {
    const also = higherRisk(risk, most) === most ? "" : ` --risk ${risk}`;
    throw new WrongUse(`Not confirmed. To send this, add --confirm ${JSON.stringify(name)}${also}`);
  }
  if (risk === "destructive" || risk === "irreversible") {
    return (await question(`The highest risk is ${risk}. Type ${name} to confirm: `)) === name;
  }
  return /^y(?:es)?$/iu.test(await question(`Send this to ${name}? The highest risk is ${risk}. [y/N] `));
}
