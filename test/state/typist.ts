/** A program that types into a form without end and says which keys are on disk, to be killed in the middle of it. */
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { storeOn } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";

const [, , folder = ""] = process.argv;
const clock = new FakeClock();
const store = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "typist");

for (let typed = 1; ; typed += 1) {
  const content = { typed, text: "x".repeat(typed % 5000) };
  store.drafts.save({ id: "form", content });
  if (typed % 3 === 0) {
    await store.drafts.settled();
    process.stdout.write(`${typed}\n`);
  }
}
