/**
 * A program that computes for ever, in the manner of the console: raw mode, the alternate screen, no key read. Started by
 * `unresponsive.test.ts`. Keys: b is busy for ever, w for some seconds, any other key is shown.
 */
import { writeSync } from "node:fs";
import { createInput } from "../../../src/terminal/input.ts";
import { createOutput } from "../../../src/terminal/output.ts";
import { watchMainThread } from "../../../src/terminal/unresponsive.ts";

const output = createOutput(process.stdout);
const show = (text: string): void => void output.write(`\u001b[H\u001b[2K${text}`);

/** Written past the output, and busy at once: in another turn of the loop a key that answers it could be read before. */
function compute(milliseconds: number): void {
  writeSync(1, "\u001b[H\u001b[2Kbusy");
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
  show("back again");
}

const input = createInput({
  source: process.stdin,
  mode: () => "keys",
  write: (bytes) => output.write(bytes),
  dispatch: (event) => {
    if (event.type !== "key") return true;
    if (event.name === "ctrl+c") {
      output.close();
      input.setRawMode(false);
      process.stdout.write("ended in order\n");
      process.exit(0);
    }
    if (event.name === "b") compute(Number.POSITIVE_INFINITY);
    else if (event.name === "w") compute(6000);
    else show(`key ${event.name}`);
    return true;
  },
});
input.on("readable", () => input.read());
input.setRawMode(true);
watchMainThread((bytes) => process.stdin.emit("data", bytes));
output.write("\u001b[?1049h");
show("ready");
