import { describe, expect, it } from "vitest";
import { endingOf } from "../../../src/app/ending.ts";
import { draftKeyOf } from "../../../src/app/form/draft-key.ts";
import { rowsOn } from "../../../src/app/form/layer.ts";
import { formLines } from "../../../src/app/form/lines.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { keyOf } from "../../../src/app/keys/key-of.ts";
import { UNICODE } from "../../../src/app/symbols.ts";
import { layerOf } from "../../../src/app/workspace.ts";
import { eventSuggestions } from "../../../src/areas/alert-configurations/form.ts";
import type { FormSetup } from "../../../src/areas/model/effect.ts";
import { valueAt } from "../../../src/contract/json/json.ts";
import { serviceError } from "../../state/fake-client.ts";
import { settle } from "../../state/fake-clock.ts";
import { type Desk, type DeskOptions, json, openDesk } from "./desk.ts";
import { createSetup, editSetup, noteSetup, stored } from "./setups.ts";

/** Filling in a form: what typing, choosing and leaving do, seen on screen and in what is kept. */

/** A desk with the edit form of a stored configuration open. */
async function editing(options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk(options);
  desk.answer({ getAlertConfiguration: json(stored()) });
  openSetup(desk.app, editSetup());
  await desk.until("Edit alert config");
  await desk.until("as of");
  return desk;
}

const body = (desk: Desk, ...path: readonly (string | number)[]): unknown =>
  valueAt(desk.layer("form").state.body, path);

/** Puts the keys on the row whose label is shown, by going down. */
async function goTo(desk: Desk, key: string): Promise<void> {
  for (let step = 0; step < 40 && desk.layer("form").focus !== key; step += 1) await desk.press("down");
  expect(desk.layer("form").focus).toBe(key);
}

describe("a short field", () => {
  it("takes what is typed, and keeps it as a draft at each key", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("MY");
    expect(desk.store.drafts.find(draftKeyOf(createSetup()))?.content["body"]).toMatchObject({ eventTypeName: "MY" });
    await desk.press("backspace");
    expect(desk.store.drafts.find(draftKeyOf(createSetup()))?.content["body"]).toMatchObject({ eventTypeName: "M" });
    expect(await desk.until("[M ]")).toContain("draft saved");
  });

  it("types the letters that are keys elsewhere", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("q?:/uxyLT");
    expect(body(desk, "eventTypeName")).toBe("q?:/uxyLT");
    expect(desk.app.store.getState().layers).toHaveLength(1);
  });

  it("goes over several lines when it gets long, without losing the place of the caret", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("ABCDEFGHIJKLMNOPQRSTUVWX");
    await desk.press("left", "left");
    await desk.type("12");
    expect(body(desk, "eventTypeName")).toBe("ABCDEFGHIJKLMNOPQRSTUV12WX");
    expect(await desk.until("│ ABCDEFGHIJKLMNOPQRSTUV12WX")).not.toContain("[ABC");
  });

  it("is emptied by one key", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("WRONG");
    await desk.press("ctrl+u");
    expect(body(desk, "eventTypeName")).toBeUndefined();
  });

  it("shows its error when the keys leave it, and not before", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#2");
    await desk.press("enter");
    await goTo(desk, "notifications#2.intervalMin");
    await desk.press("ctrl+u", "2");
    expect(desk.frame()).not.toContain("at least 5");
    await desk.press("down");
    await desk.until("! at least 5");
  });
});

describe("the title of a form", () => {
  it("is whole beside the state of its draft, which is worded shorter", async () => {
    const desk = await openDesk({ columns: 60, rows: 40 });
    const name = `Edit alert config: ${"a".repeat(28)}`;
    const { plan, ...setup } = createSetup();
    openSetup(desk.app, { ...setup, plan: { ...plan, title: () => name } });
    await desk.type("MY");
    const [title] = (await desk.until("[MY ]")).split("\n");
    expect(title).toContain(name);
    expect(title).toMatch(/ saved$/u);
  });
});

describe("the values of a form", () => {
  it("begin in one column, those of lists without items too", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    const layer = desk.layer("form");
    const lines = formLines({
      layer,
      rows: rowsOn(desk.app, layer),
      width: 80,
      symbols: UNICODE,
      key: keyOf(desk.app),
    });
    const columns = lines.flatMap((line) =>
      line.kind === "spans" && line.spans.length > 3 && !line.hasKeys
        ? [line.spans.slice(0, 3).reduce((sum, { text }) => sum + text.length, 0)]
        : [],
    );
    expect(columns.length).toBeGreaterThan(2);
    expect(new Set(columns).size).toBe(1);
  });
});

describe("a value that stands in the field when it gets the keys", () => {
  const onTime = async (): Promise<Desk> => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1, { initial: { acknowledgedUntil: "2026-11-22T08:00:00Z" } }));
    await desk.press("tab");
    return desk;
  };

  it("is replaced by the first key where it is a time, as a number is", async () => {
    const desk = await onTime();
    await desk.type("+2h");
    await desk.until("[+2h ]");
  });

  it("is replaced where it is a name, which nobody makes longer", async () => {
    const desk = await editing();
    await goTo(desk, "eventTypeName");
    await desk.type("d");
    expect(desk.layer("form").state.texts["eventTypeName"]?.text).toBe("d");
  });

  it("is kept where the caret is moved first", async () => {
    const desk = await onTime();
    await desk.press("left", "backspace");
    await desk.type("3");
    await desk.until(/\d\d:30 ?\]/u);
  });
});

describe("coming back from the review", () => {
  it("has the caret behind the time that stands there now", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.press("tab");
    await desk.type("+2h");
    await desk.press("ctrl+s", "escape");
    const [time = ""] = /\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/u.exec(await desk.until("[2")) ?? [];
    await desk.press("backspace", "backspace");
    await desk.until(`[${time.slice(0, -2)} ]`);
  });

  it("leaves the caret where it was in a text that stayed", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.type("ad");
    await desk.press("left", "ctrl+s", "escape");
    await desk.type("b");
    expect(body(desk, "acknowledgementComment")).toBe("abd");
  });
});

describe("a text that is no value", () => {
  it("stands alone, with what is wrong with it, and not with the value of before", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.press("tab");
    await desk.type("+3h");
    const year = await desk.until("· ").then((frame) => /· (\S+ \S+)/u.exec(frame)?.[1] ?? "");
    await desk.type("+3h");
    expect(desk.frame()).not.toContain(year);
    await desk.press("up");
    const frame = await desk.until("is not a time");
    expect(frame).not.toContain(year);
    expect(frame).toMatch(/Acknowledge until\s+\+3h\+3h/u);
  });
});

describe("a long text", () => {
  it("is counted as it is typed", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.until("0/200");
    await desk.type("Disk");
    await desk.until("4/200");
    expect(body(desk, "acknowledgementComment")).toBe("Disk");
  });

  it("is written in the middle, broken and joined", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.type("ac");
    await desk.press("left", "b", "end", "alt+enter", "d");
    expect(body(desk, "acknowledgementComment")).toBe("abc\nd");
    await desk.press("home", "backspace", "delete");
    expect(body(desk, "acknowledgementComment")).toBe("abc");
    await desk.press("up");
    expect(desk.layer("form").focus).toBe("acknowledgementComment");
  });

  it("takes a paste whole, with its lines, as one change", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.paste("one\r\ntwo\u001b[31m three");
    expect(body(desk, "acknowledgementComment")).toBe("one\ntwo three");
    await desk.until("│ two three");
  });

  it("has the lines that the rest of the form leaves free", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.paste(Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n"));
    const frame = await desk.until("line 19");
    expect(frame).toContain("│ line 10");
    expect(frame).toContain("Holds back messages");
  });

  it("is taken by Enter, which stays, and by Tab, which goes on", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.type("a");
    await desk.press("enter");
    expect(desk.layer("form").focus).toBe("acknowledgementComment");
    expect(body(desk, "acknowledgementComment")).toBe("a");
    await desk.press("tab");
    expect(desk.layer("form").focus).toBe("acknowledgedUntil");
  });
});

describe("a secret", () => {
  const SECRET = "0123456789abcdef0123456789abcdef";

  async function onSecret(): Promise<Desk> {
    const desk = await editing();
    await goTo(desk, "notifications#3");
    await desk.press("enter");
    await goTo(desk, "notifications#3.serviceKey");
    return desk;
  }

  it("says that the stored one is kept, by its end", async () => {
    const desk = await onSecret();
    await desk.until(/stored, ends in c77a[\s\S]*Leave\s+empty\s+to\s+keep\s+the\s+stored\s+one\./u);
  });

  it("is hidden as it is typed, and comes into no file", async () => {
    const desk = await onSecret();
    await desk.type(SECRET);
    await desk.until("●●●●");
    await desk.until("32 characters typed");
    expect(desk.frame()).not.toContain("0123");
    await desk.press("down");
    await desk.until("entered");
    await desk.store.drafts.settled();
    expect(desk.files.everything).toContain("updateAlertConfiguration");
    expect(desk.files.everything).not.toContain(SECRET);
    expect(JSON.stringify(desk.layer("form").secretText)).toBe('""');
  });

  it("is taken back by one key: the stored one is kept again", async () => {
    const desk = await onSecret();
    await desk.type(SECRET);
    await desk.press("ctrl+u");
    await desk.until("stored, ends in c77a");
    expect(String(body(desk, "notifications", 1, "serviceKey"))).toMatch(/^\*+c77a$/u);
  });
});

describe("a choice", () => {
  it("is stepped through in place, and stays at its ends", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("right");
    expect(body(desk, "severityOverride")).toBe("ERROR");
    await desk.press("left", "left", "left");
    expect(body(desk, "severityOverride")).toBe("CRITICAL");
    await desk.press("right");
    await desk.until("• ← ERROR →  (was CRITICAL)");
  });

  it("hints only the arrow that leads to another choice", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.until("→ choose");
    await desk.press("right", "right", "right", "right", "right");
    const frame = await desk.until("← choose");
    expect(frame).not.toContain("→ choose");
  });

  it("says once that it is required", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("OUTSIDE_METRIC_THRESHOLD");
    await goTo(desk, "metricThreshold.metricName");
    await desk.type("DISK");
    await desk.press("ctrl+s");
    const frame = await desk.until(/› +Operator +← ! required →/u);
    const lines = frame.split("\n");
    const at = lines.findIndex((line) => line.includes("› "));
    expect(lines[at + 1]).not.toContain("required");
  });

  it("shows an arrow only where it leads to another choice, and keeps the place of its value", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    const shown = (): string => {
      const layer = desk.layer("form");
      const rows = rowsOn(desk.app, layer);
      const line = formLines({ layer, rows, width: 60, symbols: UNICODE, key: keyOf(desk.app) }).find(
        ({ row }) => row === "severityOverride",
      );
      if (line?.kind !== "spans") throw new TypeError("the choice is no line of spans");
      return line.spans.map(({ text }) => text).join("");
    };
    expect(shown()).toMatch(/^› Severity {17}CRITICAL →/u);
    await desk.press("right");
    expect(shown()).toMatch(/^› Severity {13}• ← ERROR →/u);
    await desk.press("right", "right", "right", "right", "right");
    expect(shown()).toMatch(/^› Severity {13}• ← INFO {2}/u);
  });

  it("opens its list, which has every key until something is taken", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("enter");
    await desk.until(/^ *› CRITICAL/mu);
    await desk.press("down", "down");
    await desk.press("q", "escape");
    expect(desk.layer("form").choosing).toBeNull();
    expect(body(desk, "severityOverride")).toBe("CRITICAL");
    await desk.press("enter", "down", "enter");
    expect(body(desk, "severityOverride")).toBe("ERROR");
    expect(desk.layer("form").focus).toBe("severityOverride");
  });

  it("is taken from its list by Tab, which goes on, and by Ctrl-S, which asks for the review", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("enter", "down", "tab");
    expect(desk.layer("form").choosing).toBeNull();
    expect(body(desk, "severityOverride")).toBe("ERROR");
    expect(desk.layer("form").focus).toBe("enabled");
    await desk.press("shift+tab", "enter", "down", "ctrl+s");
    expect(body(desk, "severityOverride")).toBe("WARNING");
    expect(desk.top?.kind).toBe("review");
  });

  it("is left unset by one key", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("backspace");
    expect(body(desk, "severityOverride")).toBeUndefined();
    await desk.until("(was CRITICAL)");
  });

  it("turns a switch with Space and with the arrows", async () => {
    const desk = await editing();
    await goTo(desk, "enabled");
    await desk.press("space");
    expect(body(desk, "enabled")).toBe(false);
    await desk.press("right");
    expect(body(desk, "enabled")).toBe(true);
  });
});

describe("suggestions", () => {
  it("are narrowed by what is typed, and taken with Enter", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.press("enter");
    await desk.until("too many elections");
    await desk.type("down");
    await desk.until("host down", { absent: false });
    await desk.until("too many elections", { absent: true });
    await desk.press("enter");
    expect(body(desk, "eventTypeName")).toBe("HOST_DOWN");
    expect(desk.top?.kind).toBe("form");
    expect(desk.layer("form").focus).toBe("eventTypeName");
  });

  it("of events are found by the metrics that they watch, which are chosen with them and measured in their units", async () => {
    const desk = await openDesk();
    const suggest = { events: async () => eventSuggestions([]) };
    openSetup(desk.app, createSetup({ suggest }));
    await desk.type("NORMALIZED_SYSTEM_CPU_USER");
    await desk.press("enter");
    expect(body(desk, "eventTypeName")).toBe("OUTSIDE_METRIC_THRESHOLD");
    expect(body(desk, "metricThreshold")).toMatchObject({ metricName: "NORMALIZED_SYSTEM_CPU_USER", units: "RAW" });
    expect(desk.layer("form").focus).toBe("eventTypeName");
    await desk.press("enter");
    await desk.type("latency data");
    await desk.until("disk partition read latency data");
    await desk.press("enter");
    expect(body(desk, "eventTypeName")).toBe("OUTSIDE_METRIC_THRESHOLD");
    expect(body(desk, "metricThreshold")).toMatchObject({
      metricName: "DISK_PARTITION_READ_LATENCY_DATA",
      units: "MILLISECONDS",
    });
  });

  it("are taken with Tab, which goes on, and with Ctrl-S, which asks for the review", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.press("enter");
    await desk.type("host down");
    await desk.press("tab");
    expect(desk.layer("form").focus).not.toBe("eventTypeName");
    expect(body(desk, "eventTypeName")).toBe("HOST_DOWN");
    await desk.press("shift+tab", "enter");
    await desk.type("too many");
    await desk.press("ctrl+s");
    expect(desk.top?.kind).toBe("form");
    expect(desk.layer("form").showAll).toBe(true);
    expect(body(desk, "eventTypeName")).toBe("TOO_MANY_ELECTIONS");
  });

  it("no longer say that a text is none of the values once it is changed", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#3");
    await desk.press("enter", "enter");
    await desk.until("Channel");
    await desk.type("9");
    await desk.press("enter");
    await desk.until("“9” is not one of the values");
    await desk.press("backspace");
    await desk.until("is not one of the values", { absent: true });
  });

  it("of a field in a list depend on the item that it stands in", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    const matchers = ["CLUSTER_NAME", "TYPE_NAME"].map((fieldName) => ({ fieldName, operator: "EQUALS", value: "x" }));
    const of: NonNullable<FormSetup["suggest"]>[string] = async (_ask, _body, { fieldName }) => [
      { value: "a", label: `one of ${fieldName}` },
      { value: "b", label: "another" },
    ];
    openSetup(
      desk.app,
      createSetup({ initial: { eventTypeName: "HOST_DOWN", matchers }, suggest: { matcherValues: of } }),
    );
    await desk.press("down", "down", "enter");
    await desk.until("Property");
    while (!desk.layer("form").focus.endsWith(".value")) await desk.press("down");
    await desk.press("enter");
    await desk.until("one of TYPE_NAME");
  });

  it("do not open for a text that no suggestion is like, or that names one", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    for (const [typed, value] of [
      ["OF_TOMORROW", "OF_TOMORROW"],
      ["Host down", "HOST_DOWN"],
    ] as const) {
      await desk.press("ctrl+u");
      await desk.type(typed);
      await desk.press("enter");
      expect(desk.top?.kind).toBe("form");
      expect(desk.layer("form").focus).toBe("eventTypeName");
      expect(body(desk, "eventTypeName")).toBe(value);
    }
  });

  it("say what was typed when they are closed without taking it", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.press("enter");
    await desk.type("host d");
    await desk.press("escape");
    expect(desk.said).toBe("Not accepted: host d. Event is unchanged.");
  });

  it("begin with what was typed into the field, and offer it as it is at the end", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("host");
    await desk.press("enter");
    await desk.until('use "host" as typed');
    await desk.press("down", "enter");
    expect(body(desk, "eventTypeName")).toBe("host");
  });

  it("find every word, in whatever order", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.press("enter");
    await desk.type("elections many");
    await desk.press("enter");
    expect(body(desk, "eventTypeName")).toBe("TOO_MANY_ELECTIONS");
  });

  it("leave the field as it is when they are closed", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup());
    await desk.type("host");
    await desk.press("enter", "escape");
    expect(desk.top?.kind).toBe("form");
    expect(body(desk, "eventTypeName")).toBe("host");
  });

  it("say why there are none, and still take a value of one's own", async () => {
    const desk = await openDesk();
    const failing = async () => {
      throw serviceError("listAlertConfigurations", { kind: "unreachable" });
    };
    openSetup(desk.app, createSetup({ suggest: { events: failing } }));
    await desk.press("enter");
    const frame = await desk.until("No suggestions");
    // Whole, over as many lines as it takes: what is to be done stands at its end.
    expect(frame.replaceAll(/\s+/gu, " ")).toMatch(/not reached\. .*try again\. Type the value, then Enter\./u);
    await desk.type("OWN");
    await desk.press("enter");
    expect(body(desk, "eventTypeName")).toBe("OWN");
  });

  it("are marked where a field takes several", async () => {
    const desk = await openDesk();
    desk.answer({
      getAlertConfiguration: json(
        stored({ notifications: [{ typeName: "GROUP", emailEnabled: true, delayMin: 0, intervalMin: 60 }] }),
      ),
    });
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    await goTo(desk, "notifications#2");
    await desk.press("enter");
    await goTo(desk, "notifications#2.roles");
    await desk.press("enter");
    await desk.until("[ ]");
    await desk.type("owner");
    await desk.press("space", "ctrl+u", "down", "space");
    await desk.until("2 selected");
    await desk.press("enter");
    expect(body(desk, "notifications", 0, "roles")).toHaveLength(2);
    expect(body(desk, "notifications", 0, "roles")).toContain("GROUP_OWNER");
  });
});

describe("groups of fields", () => {
  it("say what their list is for, where one is added and at each of them", async () => {
    const desk = await editing();
    for (const key of ["notifications#2", "notifications+"]) {
      await goTo(desk, key);
      await desk.until("Who is notified, how, after how long, and how often");
    }
  });

  it("are folded until they are opened", async () => {
    const desk = await editing();
    expect(await desk.until("Notification 2")).not.toContain("Service key");
    await goTo(desk, "notifications#3");
    await desk.press("enter");
    await desk.until("Service key");
    await desk.press("up", "enter");
    await desk.until("Service key", { absent: true });
  });

  it("are moved by a key that is hinted where it leads anywhere", async () => {
    const desk = await editing();
    await goTo(desk, "matchers#1");
    expect(await desk.until("x remove")).not.toMatch(/move (?:up|down)/u);
    await goTo(desk, "notifications#2");
    expect(await desk.until("move down")).not.toContain("move up");
    await goTo(desk, "notifications#3");
    expect(await desk.until("move up")).not.toContain("move down");
  });

  it("are added with the keys in the first field of the new one", async () => {
    const desk = await editing();
    await goTo(desk, "notifications+");
    await desk.press("enter");
    await desk.until("Notification 3");
    expect(desk.layer("form").focus).toBe("notifications#4.typeName");
    await desk.until(/Notification 3 .* added/u);
  });

  it("are taken out and put back", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#2");
    await desk.press("x");
    expect(body(desk, "notifications")).toHaveLength(1);
    expect(await desk.until("Alt-U restores it")).not.toContain("Service key");
    expect(desk.layer("form").focus).toBe("notifications#3");
    await desk.press("u");
    expect(body(desk, "notifications")).toHaveLength(2);
    expect(body(desk, "notifications", 0, "typeName")).toBe("EMAIL");
  });

  it("are put back from a field in which letters are typed too", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#2");
    await desk.press("x");
    for (let step = 0; step < 40 && desk.layer("form").focus !== "eventTypeName"; step += 1) await desk.press("up");
    await desk.until("Alt-U restores it");
    await desk.press("alt+u");
    expect(body(desk, "notifications")).toHaveLength(2);
    expect(desk.layer("form").focus).toBe("notifications#2");
    expect(body(desk, "eventTypeName")).toBe("NO_PRIMARY");
  });

  it("are moved, and the keys go with them", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#3");
    await desk.press("K");
    expect(body(desk, "notifications", 0, "typeName")).toBe("PAGER_DUTY");
    expect(desk.layer("form").focus).toBe("notifications#3");
    await desk.press("alt+down");
    expect(body(desk, "notifications", 1, "typeName")).toBe("PAGER_DUTY");
  });

  it("clear the fields of another kind and say so", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#3");
    await desk.press("enter");
    await goTo(desk, "notifications#3.typeName");
    await desk.press("left");
    expect(body(desk, "notifications", 1, "serviceKey")).toBeUndefined();
    expect(desk.layer("form").state.notice).not.toBeNull();
    await desk.until(desk.layer("form").state.notice?.slice(0, 20) ?? "never");
  });
});

describe("leaving and coming back", () => {
  it("keeps what was filled in, says so, and offers it again", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("right", "escape");
    expect(desk.top).toBeUndefined();
    expect(desk.said).toContain("Draft saved");
    openSetup(desk.app, editSetup());
    await desk.until("Draft restored");
    expect(body(desk, "severityOverride")).toBe("ERROR");
    expect(desk.client.callsOf("getAlertConfiguration")).toHaveLength(1);
  });

  it("begins with what a new form begins with now, but for what was filled in", async () => {
    const desk = await openDesk();
    openSetup(desk.app, createSetup({ initial: { enabled: true, severityOverride: "INFO" } }));
    await desk.type("HOST_DOWN");
    await desk.press("tab", "escape");
    openSetup(desk.app, createSetup({ initial: { enabled: false, severityOverride: "ERROR" } }));
    await desk.until("Draft restored");
    expect(desk.layer("form").state.body).toMatchObject({
      eventTypeName: "HOST_DOWN",
      enabled: false,
      severityOverride: "ERROR",
    });
  });

  it("keeps a draft for each choice that it was opened from, and gives each back to the same choice", async () => {
    const desk = await openDesk();
    const from = (snapshot: string) => noteSetup(1, { chosen: { snapshot } });
    const noteIn = () => desk.layer("form").state.body["acknowledgementComment"];
    for (const [snapshot, note] of [
      ["a", "one"],
      ["b", "two"],
    ] as const) {
      openSetup(desk.app, from(snapshot));
      expect(noteIn()).toBeUndefined();
      await desk.type(note);
      await desk.press("escape");
      await desk.until("Draft saved; it is there when you open this again");
    }
    for (const [snapshot, note] of [
      ["a", "one"],
      ["b", "two"],
    ] as const) {
      openSetup(desk.app, from(snapshot));
      await desk.until("Draft restored");
      expect(noteIn()).toBe(note);
      await desk.press("escape");
    }
    openSetup(desk.app, noteSetup(1));
    expect(noteIn()).toBeUndefined();
  });

  it("keeps nothing of a form whose answers only count when they are given, and says so before and after", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1, { keepsDraft: false }));
    await desk.type("no");
    await desk.until("input is not saved");
    await desk.until("Esc close, discard");
    await desk.press("escape");
    expect(desk.said).toBe("Input discarded: Silence the alerts");
    expect(desk.store.getState().drafts.list).toEqual([]);
    openSetup(desk.app, noteSetup(1, { keepsDraft: false }));
    expect(desk.layer("form").state.body["acknowledgementComment"]).toBeUndefined();
  });

  it("says that a draft is saved when it is on disk, and not before", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    const disk = Promise.withResolvers<void>();
    desk.files.gate = disk.promise;
    await desk.press("right", "escape");
    expect(desk.top).toBeUndefined();
    expect(desk.said).toBe("");
    disk.resolve();
    await desk.until("Draft saved");
    expect(desk.files.everything).toContain('"ERROR"');
  });

  it("says that a draft is not saved where the disk does not take it, each time", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    desk.files.problem = new Error("The disk is full.");
    await desk.press("right", "escape");
    await desk.until("Draft not saved on disk");
    openSetup(desk.app, editSetup());
    await desk.until("Draft restored");
    await goTo(desk, "severityOverride");
    await desk.press("right", "escape");
    await desk.until("Draft not saved on disk");
    expect(desk.said).not.toContain("Draft saved");
    // Neither are they at the end, whatever ends it.
    expect(endingOf(desk.app).describeCrash(new Error("no memory"))).toContain("not saved on disk: The disk is full.");
  });

  it("says nothing and keeps nothing when nothing was changed", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("right", "left", "escape");
    expect(desk.said).toBe("");
    expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeUndefined();
  });

  it("asks once before it starts over, and reads anew", async () => {
    const desk = await editing();
    await goTo(desk, "severityOverride");
    await desk.press("right", "ctrl+r");
    await desk.until("Press Ctrl-R again");
    await desk.press("down", "ctrl+r");
    expect(body(desk, "severityOverride")).toBe("ERROR");
    await desk.press("ctrl+r");
    await settle();
    await desk.until("CRITICAL");
    expect(body(desk, "severityOverride")).toBe("CRITICAL");
    expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeUndefined();
    expect(desk.client.callsOf("getAlertConfiguration")).toHaveLength(2);
  });

  it("offers to start over only where there is something to discard", async () => {
    const desk = await editing();
    await desk.press("ctrl+r");
    expect(desk.layer("form").startOver).toBe(false);
    expect(desk.said).toBe("nothing was changed since this form was opened (Discard the draft)");
    await goTo(desk, "severityOverride");
    await desk.press("right", "escape");
    openSetup(desk.app, editSetup());
    await desk.until("Draft restored");
    await desk.press("ctrl+r");
    await desk.until("Press Ctrl-R again");
  });

  it("says that a draft holds no secret", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#3");
    await desk.press("enter");
    await goTo(desk, "notifications#3.serviceKey");
    await desk.type("0123456789abcdef0123456789abcdef");
    await desk.press("escape");
    openSetup(desk.app, editSetup());
    await desk.until("enter them again. Ctrl-R");
  });
});

describe("opening", () => {
  it("says in a read-only profile why, and opens nothing", async () => {
    const desk = await openDesk({ connection: { readOnly: { because: "the profile says so", unlockable: false } } });
    openSetup(desk.app, createSetup());
    expect(desk.top).toBeUndefined();
    expect(desk.said).toContain("read-only (the profile says so) (New alert configuration)");
  });

  it("says what it waits for, and why it cannot be read, and reads again", async () => {
    const desk = await openDesk();
    openSetup(desk.app, editSetup());
    await desk.until("Loading the current state");
    desk.client.pending[0]?.fail(serviceError("getAlertConfiguration", { kind: "unreachable" }));
    await desk.until("r to try again");
    expect(desk.layer("form").stage).toBe("unreadable");
    desk.answer({ getAlertConfiguration: json(stored()) });
    await desk.press("r");
    await desk.until("Event");
  });

  it("drops a document that comes after the form was left", async () => {
    const desk = await openDesk();
    openSetup(desk.app, editSetup());
    const [pending] = desk.client.pending;
    await desk.press("escape");
    pending?.answer(stored());
    await settle();
    expect(layerOf(desk.app.store.getState(), "form")).toBeUndefined();
    openSetup(desk.app, editSetup());
    await desk.until("Loading the current state");
    expect(desk.layer("form").stage).toBe("reading");
  });
});

describe("the editor", () => {
  it("opens the whole body and takes it back into the form", async () => {
    const desk = await editing();
    desk.editor = (text) => text.replace('"CRITICAL"', '"WARNING"');
    await desk.press("ctrl+o");
    await desk.until("WARNING");
    expect(body(desk, "severityOverride")).toBe("WARNING");
    expect(body(desk, "fieldOfTomorrow")).toBe(7);
    expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeDefined();
  });

  it("keeps a text that cannot be read for the next try", async () => {
    const desk = await editing();
    const seen: string[] = [];
    desk.editor = (text) => {
      seen.push(text);
      return "{ broken";
    };
    await desk.press("ctrl+o");
    await desk.until("Not accepted: line 2");
    expect(body(desk, "severityOverride")).toBe("CRITICAL");
    await desk.press("ctrl+o");
    expect(seen[1]).toBe("{ broken");
  });

  it("says why there is none", async () => {
    const desk = await editing();
    await desk.press("ctrl+o");
    await desk.until("no editor");
  });
});

describe("Enter in a field with suggestions", () => {
  it("takes what was written when it is a value by itself", async () => {
    const desk = await editing();
    await goTo(desk, "notifications#2");
    await desk.press("enter");
    await goTo(desk, "notifications#2.delayMin");
    await desk.press("ctrl+u", "7", "enter");
    expect(desk.top?.kind).toBe("form");
    expect(body(desk, "notifications", 0, "delayMin")).toBe(7);
    expect(desk.layer("form").focus).toBe("notifications#2.delayMin");
  });
});
