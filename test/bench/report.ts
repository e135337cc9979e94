import { cpus } from "node:os";

/** What a bench says, and on what. */

/** Says a figure: the output of a bench. */
export const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Says what is being measured, to who waits for it. */
export const doing = (text: string): boolean => process.stderr.write(`  ${text}\n`);

/** The machine of the figures, and its Node. */
export function machine(): string {
  const processors = cpus();
  return `Node ${process.versions.node}, ${processors.length} x ${processors[0]?.model ?? "unknown processor"}`;
}
