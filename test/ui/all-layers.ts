import { openMenu, pushLayer } from "../../src/app/app.ts";
import { openSetup } from "../../src/app/form/open.ts";
import { openWrite } from "../../src/app/review/open.ts";
import type { ComparisonLayer, LayerKind, ResultLayer, WritesLayer } from "../../src/app/workspace.ts";
import { PROJECT } from "../state/console.ts";
import type { Desk } from "./form/desk.ts";
import { createSetup, togglePlan } from "./form/setups.ts";

/** Everything that can lie over the panes, opened on a desk. */

const HERE = { id: PROJECT, name: "Payments", orgId: null, clusters: [] };

export const comparison: ComparisonLayer = {
  kind: "comparison",
  with: { kind: "files", path: "./settings" },
  here: HERE,
  first: [],
  reading: {},
  isReading: false,
  comparison: {
    rows: [
      {
        id: "row",
        state: "different",
        hereId: null,
        kind: "alert-configuration",
        title: "a difference to look at",
        name: "a difference to look at",
        cluster: null,
        changes: [],
        notes: [],
        origin: null,
        isClusterMissing: false,
        candidates: [],
      },
    ],
    freeClusters: [],
    kinds: [{ name: "alert-configuration", plural: "Alert configs" }],
    problems: [],
    unread: [],
  },
  readAt: null,
  failure: null,
  filter: "",
  selectedId: null,
  anchor: null,
  folds: new Map(),
  marks: new Set(),
  answers: new Map(),
  clusters: new Map(),
};

export const writes: WritesLayer = {
  kind: "writes",
  journal: {
    entries: [
      {
        id: "write",
        at: Date.parse("2025-11-21T14:06:00Z"),
        process: "process-1",
        by: "console",
        profile: "test",
        groupId: PROJECT,
        groupName: "Payments",
        operation: "toggleAlertConfiguration",
        title: "Turn off alert config",
        method: "PATCH",
        path: "/",
        request: null,
        service: null,
        body: null,
        bodyBytes: null,
        changes: [],
        moreChanges: 0,
        undoes: null,
        undoneBy: null,
        outcome: "done",
        status: 200,
        errorCode: null,
        words: null,
        requestId: null,
        milliseconds: 12,
        created: [],
      },
    ],
    isCut: false,
    warnings: [],
  },
  readAt: null,
  failure: null,
  filter: "",
  selectedId: null,
  anchor: null,
};

/** How each kind is opened, and words that stand on the screen only while it does. */
export const LAYERS: Readonly<
  Record<LayerKind, { readonly open: (desk: Desk) => void | Promise<void>; readonly words: string }>
> = {
  form: { open: ({ app }) => openSetup(app, createSetup()), words: "New alert config" },
  review: {
    open: async (desk) => {
      openWrite(desk.app, togglePlan());
      await desk.until("Enter  Turn off");
    },
    words: "Review",
  },
  result: {
    open: async (desk) => {
      openWrite(desk.app, togglePlan());
      await desk.until("Enter  Turn off");
      const result: ResultLayer = {
        kind: "result",
        title: "Turned off",
        items: [],
        running: false,
        total: 0,
        top: 0,
        after: { area: "alerts", ids: [] },
        marks: null,
        review: desk.layer("review"),
      };
      desk.store.setState({ layers: [result] });
    },
    words: "Turned off",
  },
  menu: {
    open: ({ app }) =>
      openMenu(app, "A menu", [
        { id: "one", title: "one thing to do", keys: "", disabled: null, run: () => undefined },
      ]),
    words: "one thing to do",
  },
  palette: {
    open: ({ app }) => pushLayer(app, { kind: "palette", of: "areas", text: "", index: 0, known: [], opening: {} }),
    words: "Go to Alerts",
  },
  picker: {
    open: ({ app }) =>
      pushLayer(app, {
        kind: "picker",
        title: "A picker",
        target: { kind: "choice", take: () => undefined },
        text: "",
        index: 0,
        suggestions: [{ value: "one", label: "one value to take" }],
        failure: null,
        open: false,
        marked: null,
      }),
    words: "one value to take",
  },
  help: {
    open: ({ app }) => pushLayer(app, { kind: "help", top: 0, scopes: [], filter: "freeze" }),
    words: "Freeze or",
  },
  raw: {
    open: ({ app }) => pushLayer(app, { kind: "raw", title: "A document", lines: ["{}"], top: 0 }),
    words: "A document",
  },
  page: {
    open: ({ app }) => pushLayer(app, { kind: "page", page: { title: "A page", lines: [], copies: [] }, top: 0 }),
    words: "A page",
  },
  activity: { open: ({ app }) => pushLayer(app, { kind: "activity", top: 0, filter: "" }), words: "Activity" },
  writes: { open: ({ app }) => pushLayer(app, writes), words: "Changes of all runs" },
  write: {
    open: ({ app }) => {
      pushLayer(app, writes);
      pushLayer(app, { kind: "write", id: "write", top: 0 });
    },
    words: "Turn off alert config",
  },
  comparison: { open: ({ app }) => pushLayer(app, comparison), words: "a difference to look at" },
  difference: {
    open: ({ app }) => {
      pushLayer(app, comparison);
      pushLayer(app, { kind: "difference", id: "row", top: 0 });
    },
    words: "a difference to look at",
  },
  copying: {
    open: ({ app }) =>
      pushLayer(app, {
        kind: "copying",
        here: HERE,
        from: "the other side",
        stage: "reading",
        reading: {},
        epoch: 0,
        copy: null,
        results: [],
        failure: null,
        top: 0,
        typed: "",
        yes: false,
      }),
    words: "the other side",
  },
  columns: {
    open: ({ app }) => pushLayer(app, { kind: "columns", title: "Columns of Alerts", area: "alerts", index: 0 }),
    words: "Columns of Alerts",
  },
  key: {
    open: ({ app }) => pushLayer(app, { kind: "key", binding: "freeze", refusal: null }),
    words: "Press the new key",
  },
  filter: {
    open: ({ app }) => pushLayer(app, { kind: "filter", of: "list", before: "" }),
    words: "Enter keep",
  },
};
