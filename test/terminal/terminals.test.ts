import { describe, expect, it } from "vitest";
import { createInput } from "../../src/terminal/input/input.ts";
import type { InputEvent } from "../../src/terminal/input/keys.ts";
import { FakeClock, FakeKeyboard, turn } from "./fake-terminal.ts";
import { SESSIONS } from "./terminals.ts";

/** Sends pieces to an input, each so long (ms) after the one before, and says what came of them. */
async function heard(pieces: readonly string[], pause: number) {
  const keyboard = new FakeKeyboard();
  const clock = new FakeClock();
  const events: InputEvent[] = [];
  const replies: string[] = [];
  const input = createInput({
    source: keyboard,
    setTimer: clock.setTimer,
    mode: () => "keys",
    pasteKind: () => "text",
    write: () => undefined,
    onReply: (reply) => replies.push(reply),
    dispatch: (event) => {
      events.push(event);
      return true;
    },
  });
  input.on("data", () => undefined);
  input.setRawMode(true);
  for (const piece of pieces) {
    keyboard.send(piece);
    if (pause > 0) await clock.advance(pause);
  }
  await clock.advance(1000);
  for (let before = -1; before !== events.length; ) {
    before = events.length;
    await turn();
    await turn();
  }
  input.setRawMode(false);
  return { said: events.map((event) => (event.type === "key" ? event.name : `${event.type}:${event.text}`)), replies };
}

describe.each(SESSIONS)("what $terminal sends, $source", ({ answers, pressed }) => {
  const names = pressed.map(([name]) => name);
  const whole = [...answers, ...pressed.map(([, bytes]) => bytes)];

  it("is read key by key, and its answers are no keys", async () => {
    const { said, replies } = await heard(whole, 400);
    expect(said).toEqual(names);
    expect(replies).toEqual(answers);
  });

  it("is read all at once, as after a moment in which the line stood still", async () => {
    const { said, replies } = await heard([whole.join("")], 0);
    expect(said).toEqual(names);
    expect(replies).toEqual(answers);
  });

  it("is read byte by byte over a slow line", async () => {
    const bytes = [...whole.join("")];
    const { said, replies } = await heard(bytes, 25);
    expect(said).toEqual(names);
    expect(replies).toEqual(answers);
  });
});
