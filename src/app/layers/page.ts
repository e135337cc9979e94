import type { Page } from "../../areas/effect.ts";
import { cellText, cellTone } from "../../areas/view.ts";
import { type Span, span } from "../../text/spans.ts";
import { hungByItself } from "../../text/width.ts";
import { type App, openMenu, pushLayer } from "../app.ts";
import type { Binding } from "../keys/binding.ts";
import { layerWidth } from "../screen/panes.ts";
import { layerOf, type MenuItem } from "../workspace.ts";
import { scrollBindings } from "./scrolling.ts";

/** A text to read and to take away: steps outside this API, a token that is shown once, an export. */

export const openPage = (app: App, page: Page): void => pushLayer(app, { kind: "page", page, top: 0 });

const pageNow = (app: App): Page | undefined => layerOf(app.store.getState(), "page")?.page;

/** The lines of a page in a width; a line of one text wraps. */
export function pageLines({ lines }: Page, width: number): readonly (readonly Span[])[] {
  return lines.flatMap((cells): (readonly Span[])[] => {
    const [only, second] = cells;
    if (only === undefined) return [[]];
    if (second !== undefined) return [[span("  "), ...cells.map((cell) => span(cellText(cell), cellTone(cell)))]];
    return hungByItself(cellText(only), width - 3).map((part) => [span("  "), span(part, cellTone(only))]);
  });
}

const lineCount = (app: App): number => {
  const page = pageNow(app);
  return page === undefined ? 0 : pageLines(page, layerWidth(app)).length;
};

/** Copies the text, or asks which of several. */
function copy(app: App): void {
  const page = pageNow(app);
  const [first, second] = page?.copies ?? [];
  if (page === undefined || first === undefined) return;
  const put = (text: string) => (): void => app.store.notices.say("info", app.host.copy(text));
  if (second === undefined) {
    put(first.text)();
    return;
  }
  const items = page.copies.map(
    ({ title, text }): MenuItem => ({ id: title, title, keys: "", disabled: null, run: put(text) }),
  );
  openMenu(app, "Copy", items);
}

async function save(app: App): Promise<void> {
  const file = pageNow(app)?.file;
  if (file === undefined) return;
  const saved = await app.host.save(file.name, file.text);
  app.store.notices.say(saved.ok ? "good" : "warning", saved.message);
}

export const pageBindings: readonly Binding[] = [
  {
    id: "page.copy",
    keys: ["y"],
    title: "Copy",
    hint: "copy",
    scope: "page",
    when: (app) => (pageNow(app)?.copies.length ?? 0) > 0,
    run: copy,
  },
  {
    id: "page.save",
    keys: ["w"],
    title: "Save to a file",
    hint: "save to a file",
    scope: "page",
    when: (app) => pageNow(app)?.file !== undefined,
    run: (app) => void save(app),
  },
  ...scrollBindings("page", "enter", lineCount),
];
