import { createInterface } from "node:readline";
import { Secret } from "../../contract/secret.ts";
import { stopUntilInForeground } from "../../terminal/foreground.ts";
import { capitalized } from "../../text/format.ts";
import { WrongUse } from "../wrong-use.ts";

/** Reads a secret that is typed or piped in: never an argument, which process lists and shell histories show. */

/** The first line of the piped input. */
async function fromPipe(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) return line.trim();
  return "";
}

const CONTROL_C = "\u0003";
const CONTROL_D = "\u0004";
const ENTER = /[\r\n]/u;
const ERASE = /[\u0008\u007f]/u;

/** Input up to Enter, without echo. @returns null when cancelled */
function fromTerminal(input: NodeJS.ReadStream): Promise<string | null> {
  return new Promise((resolve) => {
    let typed = "";
    const end = (text: string | null): void => {
      input.off("data", take);
      input.setRawMode(false);
      input.pause();
      resolve(text);
    };
    const take = (chunk: Buffer): void => {
      for (const character of chunk.toString("utf8")) {
        const isOver = character === CONTROL_C || character === CONTROL_D;
        if (isOver || ENTER.test(character)) {
          end(isOver ? null : typed.trim());
          return;
        }
        typed = ERASE.test(character) ? typed.slice(0, -1) : `${typed}${character}`;
      }
    };
    input.setRawMode(true);
    input.on("data", take);
    input.resume();
  });
}

/**
 * Asks for a secret on the terminal, or reads the first line of standard input.
 *
 * @param whose as in "private key"
 * @throws WrongUse where nothing was entered, or a job in the background cannot wait for the terminal
 */
export async function enteredSecret(whose: string): Promise<Secret> {
  const { stdin, stderr } = process;
  let text: string | null;
  if (stdin.isTTY) {
    if (!stopUntilInForeground()) {
      throw new WrongUse(`The ${whose} is asked for at the terminal: start the command without &, or pipe it in.`);
    }
    stderr.write(`${capitalized(whose)} (not shown): `);
    text = await fromTerminal(stdin);
    stderr.write("\n");
  } else text = await fromPipe(stdin);
  if (text === null || text === "") throw new WrongUse(`No ${whose} was entered. Type it, or pipe it in.`);
  return new Secret(text);
}
