import { createInterface } from "node:readline/promises";
import type { Risk } from "../../contract/operation.ts";
import { graver } from "../../forms/review/review.ts";
import { printable } from "../../text/printable.ts";
import { WrongUse } from "../wrong-use.ts";

/** Whether what was shown may be sent: asked at a terminal as a review asks, or said on the command line. */

/** Where a person is asked. */
export type Asking = {
  /** Null where nobody can be asked. */
  readonly question: ((words: string) => Promise<string>) | null;
};

/** The terminal of this process, if both ends are one. Questions stand on standard error: what is printed can be kept. */
export const terminalAsking = (): Asking =>
  process.stdin.isTTY && process.stderr.isTTY
    ? {
        question: async (words) => {
          const lines = createInterface({ input: process.stdin, output: process.stderr });
          try {
            return (await lines.question(printable(words))).trim();
          } catch (error) {
            // Ctrl-C and Ctrl-D: no is the answer to all of it.
            if (!(error instanceof Error && error.name === "AbortError")) throw error;
            process.stderr.write("\n");
            throw new WrongUse("Nothing was sent.", { cause: error });
          } finally {
            lines.close();
          }
        },
      }
    : { question: null };

export type Confirmation = {
  /** The name of the project. */
  readonly name: string;
  /** What `--confirm` says. */
  readonly given: string | undefined;
  /** The gravest risk that `--risk` lets pass. */
  readonly most: Risk;
};

/**
 * Whether to go on. The highest risk decides what is asked: a yes, or the name of the project.
 *
 * @throws WrongUse when nobody can be asked and the command line does not say enough
 */
export async function isConfirmed(
  risk: Risk,
  { name, given, most }: Confirmation,
  { question }: Asking,
): Promise<boolean> {
  if (given !== undefined) {
    if (given !== name) throw new WrongUse(`Not confirmed: this is ${name}, and --confirm says ${given}.`);
    if (graver(risk, most) === most) return true;
    throw new WrongUse(`Not confirmed: the highest risk is ${risk}, and --risk allows ${most} at most.`);
  }
  if (question === null) {
    const also = graver(risk, most) === most ? "" : ` --risk ${risk}`;
    throw new WrongUse(`Not confirmed. To send this, add --confirm ${JSON.stringify(name)}${also}`);
  }
  if (risk === "destructive" || risk === "irreversible") {
    return (await question(`The highest risk is ${risk}. Type ${name} to confirm: `)) === name;
  }
  return /^y(?:es)?$/iu.test(await question(`Send this to ${name}? The highest risk is ${risk}. [y/N] `));
}
