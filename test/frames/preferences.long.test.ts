import { describe, expect, it, vi } from "vitest";
import type { Stage } from "./stage.ts";
import { ALL_SIZES, staged } from "./staged.ts";

/** The menu of preferences, the columns of a list and keys of one's own: what is chosen takes effect at once, and is kept. */

const stage = staged();

/** Goes down to a line of a menu, one key at a time. */
async function goTo(shown: Stage, words: string, down = "menu.down"): Promise<void> {
  for (let pressed = 0; !new RegExp(`[›>] (\\S )? *(\\[.\\] )?${words}`, "u").test(shown.frame()); pressed += 1) {
    if (pressed > 30) throw new Error(`${words} was not come to\n${shown.frame()}`);
    await shown.pressed(down);
  }
}

const opened = async (shown: Stage): Promise<void> => {
  shown.press("preferences");
  await shown.until("▌Preferences");
};

describe.each(ALL_SIZES)("preferences at %ix%i", (columns, rows) => {
  it("are a menu in which each says what it is, changed by Enter, and left by Esc", async () => {
    const shown = await stage.open({ columns, rows });
    const remember = vi.spyOn(shown.app.host, "remember");
    await opened(shown);
    await stage.matches("preferences");
    shown.press("menu.choose");
    await shown.until("▌Theme");
    await goTo(shown, "dark");
    shown.press("menu.choose");
    await shown.until(/▌Preferences[\s\S]*Theme +dark/u);
    expect(shown.app.store.getState().look.themeName).toBe("dark");
    expect(remember).toHaveBeenLastCalledWith({ theme: "dark" });
    await goTo(shown, "Symbols");
    shown.press("menu.choose");
    await shown.until("▌Symbols");
    await goTo(shown, "ascii");
    shown.press("menu.choose");
    await shown.until(/Symbols +ascii/u);
    await goTo(shown, "Sidebar");
    shown.press("menu.choose");
    await shown.until(/Sidebar +hidden/u);
    expect(remember).toHaveBeenLastCalledWith({ pane: "on" });
    shown.press("menu.close");
    await shown.untilAbsent("Preferences");
    expect(shown.frame()).not.toContain("Custom DNS");
  });

  it("hide, move and widen columns of the list, and bring them back", async () => {
    const shown = await stage.open({ columns, rows });
    await opened(shown);
    await goTo(shown, "Columns of Alerts");
    shown.press("menu.choose");
    await shown.until("▌Columns of Alerts");
    shown.press("columns.toggle");
    await shown.until("[ ] sev");
    await goTo(shown, "where", "columns.up");
    shown.press("columns.earlier");
    shown.press("columns.wider");
    await shown.until(/where +\d+ wide/u);
    const [, width = ""] = /where +(\d+) wide/u.exec(shown.frame()) ?? [];
    shown.press("columns.wider");
    await shown.until(new RegExp(`where +${Number(width) + 1} wide`, "u"));
    await stage.matches("columns");
    shown.press("columns.close");
    await shown.untilAbsent("Columns of");
    expect(shown.frame()).toMatch(/AGE +WHERE +WHAT/u);
    expect(shown.frame()).not.toContain("SEV");
    const { alerts } = shown.app.store.getState().preferences.columns;
    expect(alerts?.map(({ id }) => id).slice(0, 3)).toEqual(["age", "where", "what"]);
    await opened(shown);
    await goTo(shown, "Columns of Alerts… +changed");
    shown.press("menu.choose");
    shown.press("columns.reset");
    await shown.until("[x] sev");
    shown.press("columns.close");
    await shown.until(/SEV +AGE +WHAT/u);
    expect(shown.app.store.getState().preferences.columns).toEqual({});
  });
});

describe("preferences", () => {
  it("mark the value that holds, whatever it is called", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    await opened(shown);
    await goTo(shown, "Start at");
    shown.press("menu.choose");
    await shown.until("▌Start at");
    await goTo(shown, "Alert configs");
    shown.press("menu.choose");
    await shown.until(/Start at +Alert configs/u);
    shown.press("menu.choose");
    await shown.until(/› \S Alert configs +current/u);
    expect(shown.app.store.getState().preferences.start).toBe("alert-configurations");
  });

  it("keep at least one column", async () => {
    const shown = await stage.open({ columns: 80, rows: 24 });
    shown.app.store.setState((state) => ({
      preferences: { ...state.preferences, columns: { alerts: [{ id: "what" }] } },
    }));
    await opened(shown);
    await goTo(shown, "Columns of Alerts");
    shown.press("menu.choose");
    shown.press("columns.toggle");
    await shown.until("A list shows at least one column.");
  });
});

describe.each(ALL_SIZES)("a key of one's own at %ix%i", (columns, rows) => {
  it("is chosen from the page of keys by pressing it; what cannot be is refused; help, hints and palette show it", async () => {
    const shown = await stage.open({ columns, rows });
    shown.press("help.open");
    await shown.until("▌Keys");
    shown.press("help.change");
    await shown.until("▌Change a key");
    shown.type("sort (list");
    await shown.until(/› Sort \(List\) +s/u);
    shown.press("picker.take");
    await shown.until("Sort (List) is s.");
    shown.type("r");
    await shown.until("r cannot be taken: it is “Refresh” (Everywhere).");
    await stage.matches("new-key");
    shown.type("S");
    await shown.until("“Sort” is S now.");
    shown.press("help.close");
    await shown.untilAbsent("▌Keys");
    shown.type("s");
    await shown.until("s is free; “Sort” is S (your preferences).");
    shown.type("S");
    await shown.until("▌Sort by");
    shown.press("menu.close");
    await shown.until(/S sort/u);
    expect(shown.app.store.getState().preferences.keys).toEqual({ "list.sort": ["S"] });

    shown.press("help.open");
    shown.press("help.change");
    await shown.until("▌Change a key");
    shown.type("sort (list");
    await shown.until(/› Sort \(List\) +S \(changed\)/u);
    shown.press("picker.take");
    await shown.until("Del brings");
    shown.type("\u001b[3~");
    await shown.until("“Sort” is s now.");
    expect(shown.app.store.getState().preferences.keys).toEqual({});
  });

  it("is named in the text of an area that is open", async () => {
    const shown = await stage.open({ columns, rows, place: "runbooks/recover-data", shown: "Press n to start." });
    shown.press("help.open");
    await shown.until("▌Keys");
    shown.press("help.change");
    await shown.until("▌Change a key");
    shown.type("new (everywhere");
    await shown.until(/› New \(Everywhere\) +n/u);
    shown.press("picker.take");
    await shown.until("New (Everywhere) is n.");
    shown.type("\u000e");
    await shown.until("“New” is Ctrl-N now.");
    shown.press("help.close");
    await shown.until("Press Ctrl-N to start.");
  });
});
