import type { App } from "../app.ts";
import { brokenTexts } from "../screen/no-room.ts";
import { focusedPart, setBroken } from "../screen/room.ts";
import { hintsOf } from "../shell/hints.ts";
import { formatWhere, sceneOf } from "./pane-scenes.ts";
import type { Scene } from "./scene.ts";
import { spoken, spokenKey } from "./spoken.ts";

/**
 * Announces each change as a line that makes sense when it is heard: nothing is redrawn, the cursor never moves back, and mere clock ticks are not
 * announced (`field-notes.md` 33).
 */

/** Output of lines, and its timing. */
type Voice = {
  /** Writes a text unchanged. */
  readonly write: (text: string) => void;
  /** Runs a function after a batch of related changes; returns a function that cancels it. */
  readonly soon: (run: () => void) => () => void;
};

const TONES = { info: "", good: "OK: ", warning: "Warning: ", bad: "Error: " } as const;

export type Announcer = {
  /** Announces the whole current scene again. */
  readonly again: () => void;
  readonly say: (line: string) => void;
  readonly stop: () => void;
};

/** Lines that introduce a new scene. */
function introduction({ heading, intro = "", body, focus }: Scene): readonly string[] {
  // The focused line may be one of the lines just read.
  const isRead = focus !== null && body.some((line) => focus.text.startsWith(line));
  return [heading, intro, ...body, ...(focus === null || isRead ? [] : [focus.text])].filter((line) => line !== "");
}

/** Text of a line for comparison: in a scene that ticks, numbers are ignored. */
const comparableText = ({ ticks }: Scene, line: string): string => (ticks === true ? line.replace(/\d+/gu, "0") : line);

/** Lines that announce the changes within a scene. */
function difference(before: Scene, now: Scene): readonly string[] {
  const known = new Set(before.body.map((line) => comparableText(before, line)));
  const isElsewhere = before.focus?.key !== now.focus?.key;
  const answer = isElsewhere && before.focus?.answer !== undefined ? [before.focus.answer] : [];
  const news = now.body.filter((line) => !known.has(comparableText(now, line)));
  const wrong = news.length > 0 ? now.focus?.wrong : undefined;
  const still = before.focus?.still === now.focus?.still ? "" : now.focus?.still;
  const focus = isElsewhere ? now.focus?.text : (wrong ?? still);
  return [...answer, ...(before.heading === now.heading ? [] : [now.heading]), ...news, focus ?? ""].filter(
    (line) => line !== "",
  );
}

/** Starts announcing changes. */
export function startAnnouncer(app: App, { write, soon }: Voice): Announcer {
  let scene: Scene | null = null;
  let where = "";
  let noticeId: number | null = null;
  let isInLine = false;
  let cancel: (() => void) | null = null;
  /** Kinds of scenes whose keys were announced: once is enough, `?` announces them again. */
  const announcedKeys = new Set<string>();
  const keysOf = ({ key }: Scene): readonly string[] => {
    const [kind = ""] = key.split(" ");
    const hints = hintsOf(app).map(({ key: label, words }) => `${spokenKey(label)} ${spoken(words)}`);
    if (announcedKeys.has(kind) || hints.length === 0) return [];
    announcedKeys.add(kind);
    return [`Keys: ${hints.join(", ")}.`];
  };
  const say = (line: string): void => {
    write(`${isInLine ? "\r\n" : ""}${line}\r\n`);
    isInLine = false;
  };
  /** Echoes text typed at the end; after any other edit the whole text is announced. */
  const echo = (before: string, now: string): void => {
    if (now === before) return;
    if (now.startsWith(before)) {
      write(now.slice(before.length).replaceAll("\n", "\r\n"));
      isInLine = true;
    } else say(now === "" ? "empty" : now);
  };
  const look = (): void => {
    cancel = null;
    const now = sceneOf(app);
    const nowWhere = formatWhere(app);
    const before = scene;
    scene = now;
    const isSame = before !== null && before.key === now.key;
    const isSameText = isSame && (before.focus?.answer === undefined || before.focus.key === now.focus?.key);
    if (isSameText && before.typed !== null && now.typed !== null) echo(before.typed, now.typed);
    if (nowWhere !== where && nowWhere !== "") say(nowWhere);
    where = nowWhere;
    for (const line of isSame ? difference(before, now) : [...introduction(now), ...keysOf(now)]) say(line);
    const notice = app.store.getState().notices.current;
    if (notice !== null && notice.id !== noticeId) say(`${TONES[notice.tone]}${spoken(notice.text)}`);
    noticeId = notice?.id ?? noticeId;
  };
  /** What cannot be said takes no keys, as what cannot be drawn (`undrawnOf`). */
  const guarded = (): void => {
    const part = focusedPart(app.store.getState());
    const problem = app.guard(
      "Screen reader",
      () => {
        look();
        return null;
      },
      (words) => words,
    );
    cancel = null;
    if (problem !== null) {
      scene = null;
      if (!app.store.getState().broken.has(part)) for (const line of brokenTexts(app, part, problem)) say(line);
    }
    setBroken(app.store, part, problem !== null);
  };
  const stop = app.store.subscribe(() => {
    cancel ??= soon(guarded);
  });
  guarded();
  return {
    again: () => {
      scene = null;
      where = "";
      announcedKeys.clear();
      guarded();
    },
    say,
    stop: () => {
      stop();
      cancel?.();
    },
  };
}
