import { describe, expect, it, vi } from "vitest";
import { pushLayer } from "../../src/app/app.ts";
import { startAnnouncer } from "../../src/app/speech/announcer.ts";
import { spoken } from "../../src/app/speech/spoken.ts";
import { testConsole } from "../state/console.ts";
import { played } from "../ui/played.tsx";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** What a screen reader hears: the text that reaches the terminal, line by line. */

const stage = staged();

/** Everything that is said of a console. */
function heardOf(shown: Pick<Stage, "app">) {
  let text = "";
  const announcer = startAnnouncer(shown.app, {
    write: (part) => {
      text += part;
    },
    soon: (run) => {
      const timer = setImmediate(run);
      return () => clearImmediate(timer);
    },
  });
  return {
    announcer,
    all: () => text,
    /** Does something, and waits for what is said then. */
    after: async (act: () => void, said: RegExp): Promise<string> => {
      const before = text.length;
      act();
      await vi
        .waitUntil(() => said.test(text.slice(before)), { timeout: 5000 })
        .catch(() => {
          throw new Error(`${String(said)} was not said, but: ${text.slice(before)}`);
        });
      return text.slice(before);
    },
  };
}

/** Any control character but the end of a line: a colour, a cursor that moves, a title. */
const CONTROL = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
const DRAWN = /[\u2500-\u259f\u2800-\u28ff›▌•]/u;

describe("what is said", () => {
  it("of a list is its title, the row with the keys by the names of its columns, and each row that is come to", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    expect(heard.all()).toContain("Alerts: 6 open, 2 acknowledged, 2 tracking");
    expect(heard.all()).toMatch(/^1 of 10: sev CRIT, age 4m, what no primary, where prod-eu-side/mu);
    const next = await heard.after(() => shown.press("list.down"), /2 of 10/u);
    expect(next).toMatch(/^2 of 10: sev CRIT, age \w+, what disk .*\r\n$/u);
    const marked = await heard.after(() => shown.press("list.mark"), /3 of 10/u);
    expect(marked).toContain("3 of 10");
    heard.announcer.stop();
  });

  it("of the calendar of snapshots is its days in sentences, and of the next month the same", async () => {
    const shown = await stage.open({ columns: 95, rows: 40, place: "snapshots" });
    await shown.until(/›.*latest/u);
    const heard = heardOf(shown);
    shown.press("palette.open");
    shown.type("Show snapshot calendar");
    await shown.until(/› .*Show snapshot calendar/u);
    const page = await heard.after(() => shown.press("palette.choose"), /Keys: /u);
    expect(page).toMatch(/^Snapshots of analytics: November 2026, UTC/mu);
    expect(page).toMatch(/^Sat 21 Nov \(today\): .*1 weekly.*; scheduled: \d hourly/mu);
    expect(page).toMatch(/^Sun 22 to Fri 27 Nov, each day: scheduled: 1 daily, 3 hourly from \d\d:30 to \d\d:30/mu);
    expect(page).not.toMatch(/Mon +Tue|\[21\]|W\d/u);
    expect(page).not.toMatch(DRAWN);
    expect(await heard.after(() => shown.press("page.turn-forward"), /Thu 31 Dec/u)).toMatch(/December 2026, UTC/u);
    heard.announcer.stop();
  });

  it("of a detail is all of it once, then the line with the keys; closing it says where one is again", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    const detail = await heard.after(() => shown.press("list.open"), /Keys: Enter follow/u);
    expect(detail).toMatch(/^Detail: no primary\r\nStatus OPEN\r\n/u);
    expect(await heard.after(() => shown.press("detail.down"), /\r\n/u)).toMatch(/^Since /u);
    expect(await heard.after(() => shown.press("detail.back"), /1 of 10/u)).toMatch(/^Alerts: 6 open/u);
    heard.announcer.stop();
  });

  it("of a form are questions in order with what they have, errors as they come, and the answer that was given", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    await heard.after(() => shown.press("action.menu"), /Menu: Actions\r\n1 of \d+: Acknowledge\.\.\./u);
    const form = await heard.after(() => shown.press("menu.choose"), /1 of 2/u);
    expect(form).toMatch(/^Form: Acknowledge no primary/mu);
    expect(form).toMatch(/^1 of 2: Acknowledge until, required\. Now empty\. Type it\. .*For example \+2h\./mu);
    expect(await heard.after(() => shown.type("+2h"), /\+2h/u)).toMatch(/^\+2h/u);
    const next = await heard.after(() => shown.press("form.next"), /2 of 2/u);
    // Nothing was said over what was typed.
    expect(next).toMatch(/^\r\nAcknowledge until, required: .*UTC.*\r\n2 of 2: Note\. Now empty\./u);
    const review = await heard.after(() => shown.press("form.review"), /Enter +Acknowledge/u);
    expect(review).toMatch(/^Review: Acknowledge/mu);
    expect(review).toMatch(/^Acknowledge until now: .*UTC/mu);
    expect(review).not.toMatch(/[+\u2013] /u);
    heard.announcer.stop();
  });

  it("of a choice names the keys that lead to another one, and no arrow as a mark", async () => {
    const shown = await stage.open({ columns: 100, rows: 30, place: "backup-schedules" });
    await shown.until(/› +analytics/u);
    const heard = heardOf(shown);
    const form = await heard.after(() => shown.press("action.edit"), /Keys: right choose, /u);
    expect(form).toMatch(/Daily start\. Now [^.]*\. left and right choose, Enter lists\./u);
    await heard.after(() => shown.press("form.next"), /Minute of the hour/u);
    await heard.after(() => shown.press("form.next"), /Every 6 hours/u);
    const only = await heard.after(() => shown.press("form.open-item"), /Frequency/u);
    expect(only).toMatch(/Frequency, required\. Now [^.]*\. Enter lists\./u);
    heard.announcer.stop();
  });

  it("of a field that is wrong is again which one it is and why, when it keeps a form from its review", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    await heard.after(() => shown.press("action.menu"), /Menu: Actions/u);
    await heard.after(() => shown.press("menu.choose"), /1 of 2/u);
    await heard.after(() => shown.type("soon"), /soon/u);
    const kept = await heard.after(() => shown.press("form.review"), /Wrong: /u);
    expect(kept).toMatch(
      /attention before this can be sent\.\r\nAcknowledge until, required: soon\. Wrong: [^\r]+\r\n$/u,
    );
    heard.announcer.stop();
  });

  it("of a section and of an empty cell has no mark", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "snapshots" });
    await shown.until(/›.*latest/u);
    const heard = heardOf(shown);
    expect(heard.all()).toMatch(/^1 of \d+: taken .*, copies none, .*, under analytics, latest .*, scheduled every/mu);
    heard.announcer.stop();
  });

  it("of palette, help, preferences and notices is no mark, no drawing and no control character", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    await heard.after(() => shown.press("list.open"), /Detail: /u);
    await heard.after(() => shown.press("palette.open"), /Commands: type what to do/u);
    expect(await heard.after(() => shown.type("audit"), /Go to Auditing/u)).toMatch(/audit/u);
    await heard.after(() => shown.press("palette.close"), /Detail: /u);
    const help = await heard.after(() => shown.press("help.open"), /Keys\r\n/u);
    expect(help.split("\r\n").length).toBeLessThan(20);
    await heard.after(() => shown.press("help.page-down"), /\r\n/u);
    await heard.after(() => shown.press("help.close"), /Detail: /u);
    await heard.after(() => shown.press("preferences"), /Menu: Preferences\r\n1 of \d+: Theme, terminal/u);
    await heard.after(() => shown.press("menu.close"), /Detail: /u);
    expect(await heard.after(() => shown.app.store.notices.say("bad", "It failed."), /It failed/u)).toBe(
      "Error: It failed.\r\n",
    );
    expect(heard.all().replaceAll("\r\n", "\n")).not.toMatch(CONTROL);
    expect(heard.all()).not.toMatch(DRAWN);
    heard.announcer.stop();
  });

  it("is nothing while only the time goes on", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    shown.app.store.setState(({ minute }) => ({ minute: minute + 60_000 }));
    // The next thing that is said is the next thing that happens.
    expect(await heard.after(() => shown.press("list.down"), /2 of 10/u)).toMatch(/^2 of 10: [^\r]*\r\n$/u);
    heard.announcer.stop();
  });

  it("of a detail whose times move is nothing", async () => {
    const shown = await stage.open({ columns: 95, rows: 17, place: "alerts" });
    const heard = heardOf(shown);
    await heard.after(() => shown.press("list.open"), /Keys: Enter follow/u);
    shown.app.store.setState(({ minute }) => ({ minute: minute + 3 * 60_000 }));
    const said = await heard.after(() => shown.app.store.notices.say("info", "Still here."), /Still here/u);
    expect(said).toBe("Still here.\r\n");
    heard.announcer.stop();
  });

  it.each([
    ["✓ saved", "done: saved"],
    ["! 31 h gap", "Warning: 31 h gap"],
    ["a → b · c", "a to b, c"],
    ["90m ⣿⣶⣤", ""],
    ["▌Alerts ─── as of 14:06", "Alerts as of 14:06"],
  ])("%j is said as %j", (text, said) => {
    expect(spoken(text)).toBe(said);
  });
});

it("what cannot be said is said to be that, once, and takes no key but Esc and those of the program", async () => {
  const { store } = testConsole();
  const { app } = played(store, { columns: 95, rows: 17 });
  const heard = heardOf({ app });
  const page = { title: "A page", lines: [], copies: [] };
  Object.defineProperty(page, "lines", {
    get: () => {
      throw new TypeError("no such thing");
    },
  });
  const said = await heard.after(() => pushLayer(app, { kind: "page", page, top: 0 }), /Everything else works/u);
  expect(said).toContain("because of an error in this console: no such thing.\r\nEsc closes it; then L shows details.");
  store.setState({ minute: 1 });
  await vi.waitUntil(() => store.getState().broken.has("layer"));
  expect(heard.all().split("no such thing")).toHaveLength(2);
  const keys = () => new Set(app.keys.active().bindings.flatMap((binding) => binding.keys));
  expect(keys()).toEqual(new Set(["escape", "ctrl+c", "ctrl+l", "ctrl+z"]));
  // Elsewhere everything is said, and takes its keys.
  await heard.after(() => store.setState({ layers: [] }), /Alerts/u);
  await vi.waitUntil(() => keys().has("enter"));
  heard.announcer.stop();
  await store.stop();
});
