import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ModeLedger } from "../../src/terminal/modes.ts";
import { createOutput } from "../../src/terminal/output.ts";
import { FakeScreen } from "./fake-terminal.ts";

const CSI = "\u001b[";

describe("the modes", () => {
  it("need nothing to be put back when nothing was changed, or all was put back", () => {
    const modes = new ModeLedger();
    modes.note(`text ${CSI}31mred${CSI}0m${CSI}2K${CSI}10;5H${CSI}?25h`);
    expect(modes.restoring()).toBe("");
    modes.note(`${CSI}?1049h${CSI}?25l${CSI}>1u frame ${CSI}?2026h${CSI}?2026l${CSI}?7l`);
    modes.note(`${CSI}?7h${CSI}<u${CSI}?25h${CSI}?1049l`);
    expect(modes.restoring()).toBe("");
  });

  it("are put back in an order that a terminal needs: kitty's before the screen is left, the cursor last", () => {
    const modes = new ModeLedger();
    modes.note(`${CSI}?1049h${CSI}?25l${CSI}?2004h${CSI}>1u${CSI}>5u${CSI}?1000;1006h${CSI}?2026h`);
    expect(modes.restoring()).toBe(
      `${CSI}?2026l${CSI}<2u${CSI}?1000l${CSI}?1006l${CSI}?2004l${CSI}r${CSI}0m${CSI}?1049l${CSI}?25h`,
    );
    expect(modes.repeating()).toBe(
      `${CSI}?1049h${CSI}?25l${CSI}?2004h${CSI}?1000h${CSI}?1006h${CSI}?2026h${CSI}>1u${CSI}>5u`,
    );
  });

  it("are all at rest after what puts them back was written, whatever was set", () => {
    const anyMode = fc.constantFrom(1, 7, 25, 47, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026);
    const anyWrite = fc.oneof(
      fc.tuple(anyMode, fc.constantFrom("h", "l")).map(([mode, final]) => `${CSI}?${mode}${final}`),
      fc.constantFrom(`${CSI}>1u`, `${CSI}<u`, "text", `${CSI}?u`, `${CSI}?6n`),
    );
    const rule = fc.property(fc.array(anyWrite, { maxLength: 20 }), (writes) => {
      const modes = new ModeLedger();
      modes.note(writes.join(""));
      modes.note(modes.restoring());
      expect(modes.restoring()).toBe("");
    });
    fc.assert(rule);
  });
});

describe("the output", () => {
  it("takes back what it gave the window when it is lent and when it is closed, and gives it again between", () => {
    const screen = new FakeScreen();
    const output = createOutput(screen);
    const written = (): string => screen.written.slice(before);
    output.setWindow("title", { set: "<T>", undo: "</T>" });
    output.setWindow("progress", { set: "<P>", undo: "</P>" });
    let before = screen.written.length;
    const takeBack = output.lend();
    expect(written()).toBe("</T></P>");
    before = screen.written.length;
    // Somebody else has the terminal: it has its title, too.
    output.setWindow("title", { set: "<T2>", undo: "</T>" });
    output.setWindow("progress", null);
    output.write("a bell");
    expect(written()).toBe("");
    takeBack();
    expect(written()).toBe("<T><P><T2></P>a bell");
    before = screen.written.length;
    output.close();
    expect(written()).toBe("</T>");
  });

  it("passes everything through at once and says what the terminal says", () => {
    const screen = new FakeScreen();
    const output = createOutput(screen);
    let resizes = 0;
    output.on("resize", () => {
      resizes += 1;
    });
    output.write("one ");
    output.write("two");
    expect(screen.written).toBe("one two");
    expect(output).toMatchObject({ isTTY: true, columns: 80, rows: 24 });
    screen.columns = 120;
    screen.emit("resize");
    expect(output.columns).toBe(120);
    expect(resizes).toBe(1);
  });

  it("waits while the terminal takes no more", () => {
    const screen = new FakeScreen();
    const output = createOutput(screen);
    screen.isFull = true;
    output.write("one ");
    output.write("two ");
    expect(screen.written).toBe("one ");
    screen.isFull = false;
    screen.emit("drain");
    expect(screen.written).toBe("one two ");
  });

  it("puts the terminal back once, and lets nothing through after it is closed", () => {
    const screen = new FakeScreen();
    const output = createOutput(screen);
    output.write(`${CSI}?1049h${CSI}?25l`);
    screen.written = "";
    output.close();
    expect(screen.written).toBe(`${CSI}r${CSI}0m${CSI}?1049l${CSI}?25h`);
    output.close();
    output.write(`a last frame${CSI}?1049l`);
    expect(screen.written).toBe(`${CSI}r${CSI}0m${CSI}?1049l${CSI}?25h`);
  });

  it("lends the terminal in the state in which it was, and takes it back", () => {
    const screen = new FakeScreen();
    const output = createOutput(screen);
    output.write(`${CSI}?1000h`);
    screen.written = "";
    const takeBack = output.lend();
    expect(screen.written).toBe(`${CSI}?1000l${CSI}0m`);
    screen.written = "";
    takeBack();
    expect(screen.written).toBe(`${CSI}?1000h`);
    output.close();
    expect(screen.written).toBe(`${CSI}?1000h${CSI}?1000l${CSI}0m`);
  });
});
