import { weakMapMemoize } from "reselect";
import { cellText, cellTone } from "../../areas/model/cell.ts";
import type { Page } from "../../areas/model/effect.ts";
import type { Zone } from "../../text/format.ts";
import { type Span, span } from "../../text/spans.ts";
import { hungByItself } from "../../text/width.ts";
import { type App, changeLayer, closeLayer, openMenu, popLayer, pushLayer } from "../app.ts";
import { copyItem, copyText } from "../copy.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { layerOf, type PageLayer } from "../workspace.ts";
import { scrollBindings } from "./scrolling.ts";

/** A text to read and to copy: steps outside this API, a token that is shown once, an export. */

export const openPage = (app: App, page: Page): void => pushLayer(app, { kind: "page", page, top: 0 });

/** A Markdown text as a page to read, copy and save; `what` names its copy and its file. */
export function markdownPage(app: App, title: string, what: string, text: string): Page {
  const stamp = new Date(app.host.now()).toISOString().slice(0, 16).replace(":", "");
  return {
    title,
    lines: text.split("\n").map((line) => [line.startsWith("#") ? { text: line, tone: "accent" } : line]),
    copies: [{ title: `${what} as Markdown`, text }],
    file: { name: `${what.toLowerCase().replace(" ", "-")}-${stamp}.md`, text },
  };
}

/** A page as displayed, with times in the console's zone. */
export const shownPage = weakMapMemoize((page: Page, zone: Zone): Page => page.inZone?.(zone) ?? page);

function pageNow(app: App): Page | undefined {
  const state = app.store.getState();
  const page = layerOf(state, "page")?.page;
  return page && shownPage(page, state.session.zone);
}

/** Lines of a page at a width; a line with a single text wraps. Memoized, so that a chart is drawn once. */
const pageLines = weakMapMemoize(({ lines, drawn }: Page, width: number): readonly (readonly Span[])[] =>
  laidOut(drawn?.(width - 3) ?? lines, width),
);

/** Lines of a page that is open. */
export const openPageLines = (app: App, { page }: Pick<PageLayer, "page">, width: number) =>
  pageLines(shownPage(page, app.store.getState().session.zone), width);

/** The same lines in words alone, for speech. */
export const spokenPageLines = ({ lines }: Page, width: number): readonly (readonly Span[])[] => laidOut(lines, width);

function laidOut(lines: Page["lines"], width: number): readonly (readonly Span[])[] {
  return lines.flatMap((cells): (readonly Span[])[] => {
    const [only, second] = cells;
    if (only === undefined) return [[]];
    if (second !== undefined) return [[span("  "), ...cells.map((cell) => span(cellText(cell), cellTone(cell)))]];
    return hungByItself(cellText(only), width - 3).map((part) => [span("  "), span(part, cellTone(only))]);
  });
}

/** Turns to the previous or next page, if there is one. */
const turn =
  (to: "back" | "forward") =>
  (app: App): void => {
    const turned = pageNow(app)?.turns?.[to];
    if (turned === undefined) return;
    if (turned === null) app.store.notices.say("info", `There is nothing ${to === "back" ? "earlier" : "later"}.`);
    else changeLayer(app, "page", (layer) => ({ ...layer, page: turned(), top: 0 }));
  };

const turns = (app: App): boolean => pageNow(app)?.turns !== undefined;

/** Copies the text, or opens a menu if there are several. */
function copy(app: App): void {
  const page = pageNow(app);
  const [first, second] = page?.copies ?? [];
  if (page === undefined || first === undefined) return;
  if (second === undefined) copyText(app, first.text);
  else
    openMenu(
      app,
      "Copy",
      page.copies.map(({ title, text }) => copyItem(app, title, title, () => text)),
    );
}

async function save(app: App): Promise<void> {
  const file = pageNow(app)?.file;
  if (file === undefined) return;
  const saved = await app.host.save(file.name, file.text);
  app.store.notices.say(saved.ok ? "good" : "warning", saved.message);
}

/** Closes the page. One that is never shown again asks first, and Enter alone keeps it: a key pressed twice must not lose it. */
function close(app: App): void {
  const lost = pageNow(app)?.lostByClosing;
  if (lost === undefined) {
    popLayer(app);
    return;
  }
  const item = (id: string, title: string, run: () => void) => ({ id, title, run });
  openMenu(app, lost, [
    item("keep", "Keep the page open", () => {}),
    item("close", "Close: I have stored it", () => closeLayer(app, "page")),
  ]);
}

export const pageBindings = bindingsIn("page", [
  {
    id: "page.turn-back",
    keys: ["[", "<"],
    title: "Earlier (the month before)",
    hint: "earlier",
    when: turns,
    run: turn("back"),
  },
  {
    id: "page.turn-forward",
    keys: ["]", ">"],
    title: "Later (the next month)",
    hint: "later",
    when: turns,
    run: turn("forward"),
  },
  {
    id: "page.copy",
    keys: ["y"],
    title: "Copy",
    hint: "copy",
    when: (app) => (pageNow(app)?.copies.length ?? 0) > 0,
    run: copy,
  },
  {
    id: "page.save",
    keys: ["w"],
    title: "Save to a file",
    hint: "save to a file",
    when: (app) => pageNow(app)?.file !== undefined,
    run: (app) => void save(app),
  },
  ...scrollBindings("page", "enter", openPageLines, close),
]);
