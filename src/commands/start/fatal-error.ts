import { printable } from "../../text/printable.ts";
import { messageOf } from "../../text/thrown.ts";

/** Longer messages are probably documents, not sentences. */
const MOST = 300;

/** Message for an unexpected error that ends the program: one line, without the stack. */
export function fatalErrorText(error: unknown): string {
  const words = printable(messageOf(error)).replaceAll(/\s+/gu, " ").trim();
  const said = words.length > MOST ? `${words.slice(0, MOST)}…` : words;
  return `sextant stopped because of an internal error: ${said || "no message"}. Start sextant again; if it stops again, report this line.`;
}
