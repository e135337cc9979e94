/** What a person typed is not lost, whatever ends the program, and no secret is among it. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppStore } from "../../src/app/store.ts";
import { Secret } from "../../src/contract/secret.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { bundledProgram } from "../bundled-program.ts";
import { storeOn, testConsole } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";
import { killTypist } from "./kill-typist.ts";

const typist = await bundledProgram(join(import.meta.dirname, "typist.ts"));

const draft = (id: string, text: string) => ({ id, content: { body: { text } } });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drafts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function onDisk(): AppStore {
  const clock = new FakeClock();
  return storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "process");
}

const files = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());

test("a draft is there after a restart, for the profile that it belongs to, until it is discarded", async () => {
  const first = onDisk();
  first.drafts.save(draft("edit/65f0", "thirty"));
  await first.drafts.settled();
  for (const name of files()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);

  const second = onDisk();
  await second.drafts.load();
  expect(second.getState().drafts.list).toMatchObject([{ id: "edit/65f0" }]);
  expect(second.drafts.find("edit/65f0")?.content).toEqual({ body: { text: "thirty" } });
  await second.drafts.discard("edit/65f0");

  const third = onDisk();
  await third.drafts.load();
  expect(third.getState().drafts.list).toEqual([]);
  expect(files()).toEqual([]);
});

test("drafts of two forms with like names do not meet", async () => {
  const first = onDisk();
  for (const id of ["edit/A", "edit/a", "edit a", "edit_a", `${"x".repeat(300)}1`, `${"x".repeat(300)}2`]) {
    first.drafts.save(draft(id, id));
  }
  await first.drafts.settled();
  const second = onDisk();
  await second.drafts.load();
  expect(second.getState().drafts.list.map(({ id, content }) => [id, content])).toHaveLength(6);
  for (const { id, content } of second.getState().drafts.list) expect(content).toEqual({ body: { text: id } });
});

test("keys that are quicker than the disk are written less often, and the last one wins", async () => {
  const { store, files: memory } = testConsole();
  let open: () => void = () => undefined;
  memory.gate = new Promise((resolve) => {
    open = resolve;
  });
  for (let length = 1; length <= 100; length += 1) store.drafts.save(draft("form", "x".repeat(length)));
  open();
  await store.drafts.settled();
  expect(memory.writes).toBe(2);
  expect(memory.everything).toContain(`"${"x".repeat(100)}"`);
});

test("the end of the program writes what was not yet on disk", async () => {
  const { store, files: memory } = testConsole();
  memory.gate = new Promise(() => undefined);
  store.drafts.save(draft("form", "first"));
  store.drafts.save(draft("form", "second"));
  store.flushSync();
  expect(memory.everything).toContain('"second"');
});

test("a draft that is discarded while it is written does not come back", async () => {
  const { store, files: memory } = testConsole();
  store.drafts.save(draft("form", "first"));
  store.drafts.save(draft("form", "second"));
  await store.drafts.discard("form");
  await store.drafts.settled();
  expect(memory.texts.size).toBe(0);
  expect(store.drafts.find("form")).toBeUndefined();
});

describe("a draft that is discarded while a slow disk writes it", () => {
  const slow = async () => {
    const { store, files: memory } = testConsole();
    store.drafts.save(draft("form", "on disk"));
    await store.drafts.settled();
    let open: () => void = () => undefined;
    memory.gate = new Promise((resolve) => {
      open = resolve;
    });
    store.drafts.save(draft("form", "under way"));
    return { store, memory, open };
  };

  test("is gone where the program ends at once: nothing of it is offered at the next start", async () => {
    const { store, memory } = await slow();
    void store.drafts.discard("form");
    store.flushSync();
    expect(memory.texts.size).toBe(0);
  });

  test("does not come back when that write ends later", async () => {
    const { store, memory, open } = await slow();
    const discarded = store.drafts.discard("form");
    store.flushSync();
    open();
    await discarded;
    expect(memory.texts.size).toBe(0);
  });

  test("is removed before the program takes its leave", async () => {
    const { store, memory, open } = await slow();
    void store.drafts.discard("form");
    open();
    await store.stop();
    expect(memory.texts.size).toBe(0);
  });

  test("and typed into again is the new one", async () => {
    const { store, memory, open } = await slow();
    const discarded = store.drafts.discard("form");
    store.drafts.save(draft("form", "typed again"));
    open();
    await discarded;
    await store.drafts.settled();
    expect(memory.everything).toContain('"typed again"');
    expect(memory.everything).not.toContain("under way");
  });
});

describe("a secret", () => {
  const secret = new Secret("hunter2-and-more");

  test("is refused, and nothing of its draft is kept", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("object", "list"), { maxLength: 5 }), (nesting) => {
        const { store, files: memory } = testConsole();
        let content: Record<string, unknown> = { key: secret };
        for (const kind of nesting) content = kind === "object" ? { inner: content } : { items: [content] };
        const whole = { ...draft("form", "text"), content };
        // A form without types may hand over anything.
        expect(() => Reflect.apply(store.drafts.save, undefined, [whole])).toThrow("must not hold a secret");
        expect(store.getState().drafts.list).toEqual([]);
        expect(memory.everything).toBe("");
      }),
    );
  });
});

test("a disk that refuses is told once, and again well when it takes drafts", async () => {
  const { store, files: memory } = testConsole();
  memory.problem = new Error("The disk is full.");
  for (let turn = 0; turn < 5; turn += 1) {
    store.drafts.save(draft("form", `text ${turn}`));
    await store.drafts.settled();
  }
  expect(store.getState().drafts.problem).toContain("disk is full");
  expect(store.getState().notices.log).toMatchObject([{ tone: "bad", count: 1 }]);
  expect(store.drafts.find("form")?.content).toEqual({ body: { text: "text 4" } });
  memory.problem = undefined;
  store.drafts.save(draft("form", "text 5"));
  await store.drafts.settled();
  expect(store.getState().drafts.problem).toBeNull();
});

test("a draft that cannot be read is said, and the others are there", async () => {
  const first = onDisk();
  first.drafts.save(draft("one", "1"));
  first.drafts.save(draft("two", "2"));
  await first.drafts.settled();
  const [broken = ""] = files();
  writeFileSync(join(folder, broken), "{");
  const second = onDisk();
  await second.drafts.load();
  expect(second.getState().drafts.list).toHaveLength(1);
  expect(second.getState().notices.log[0]?.text).toContain("Cannot read a draft");
});

test("kill -9 between two keys leaves a whole draft that is no older than what had been said to be on disk", async () => {
  for (let turn = 0; turn < 4; turn += 1) await killTypist(typist, folder, turn * 7 + 3);
});
