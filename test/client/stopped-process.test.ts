import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUEST_ID_HEADER } from "../../src/contract/wire/wire.ts";
import { printedBy } from "../bundled.ts";
import { json, page, scriptedServer } from "./scripted-server.ts";

/** Ctrl-Z while a request is under way. */

test("an answer that came while the process was stopped is read, however long that was", async () => {
  await using server = await scriptedServer(({ headers }, response) => {
    const asker = Number(headers[REQUEST_ID_HEADER]);
    process.kill(asker, "SIGSTOP");
    json(response, 200, page([]));
    setTimeout(() => process.kill(asker, "SIGCONT"), 2000);
  });
  const printed = await printedBy(join(import.meta.dirname, "programs", "stopped-request.ts"), [server.url.href]);
  expect(printed).toBe("200");
});
