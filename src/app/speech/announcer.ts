import type { App } from "../app.ts";
import { hintsOf } from "../shell/hints.ts";
import { formatWhere, sceneOf } from "./pane-scenes.ts";
import type { Scene } from "./scene.ts";
import { spoken } from "./spoken.ts";

/**
 * Says each change as a line that makes sense when it is heard: nothing is drawn again, nothing moves the cursor back, and what only ticks
 * is not said (`field-notes.md` 33).
 */

/** Where lines go, and when. */
export type Voice = {
  /** Writes a text as it is. */
  readonly write: (text: string) => void;
  /** Runs something once what belongs together has happened. */
  readonly soon: (run: () => void) => () => void;
};

const TONES = { info: "", good: "OK: ", warning: "Warning: ", bad: "Error: " } as const;

export type Announcer = {
  /** Says all of what is open again. */
  readonly again: () => void;
  readonly say: (line: string) => void;
  readonly stop: () => void;
};

/** What is to be said of a scene that is new. */
function introduction({ heading, intro = "", body, focus }: Scene): readonly string[] {
  // The line that has the keys may be one of those that were just read.
  const isRead = focus !== null && body.some((line) => focus.text.startsWith(line));
  return [heading, intro, ...body, ...(focus === null || isRead ? [] : [focus.text])].filter((line) => line !== "");
}

/** What of a line makes it another one. */
const comparableText = ({ ticks }: Scene, line: string): string => (ticks === true ? line.replace(/\d+/gu, "0") : line);

/** What is to be said of a scene that goes on. */
function difference(before: Scene, now: Scene): readonly string[] {
  const known = new Set(before.body.map((line) => comparableText(before, line)));
  const isElsewhere = before.focus?.key !== now.focus?.key;
  const answer = isElsewhere && before.focus?.answer !== undefined ? [before.focus.answer] : [];
  const focus =
    now.focus !== null && (isElsewhere || before.focus?.still !== now.focus.still)
      ? [isElsewhere ? now.focus.text : now.focus.still]
      : [];
  return [
    ...answer,
    ...(before.heading === now.heading ? [] : [now.heading]),
    ...now.body.filter((line) => !known.has(comparableText(now, line))),
    ...focus,
  ].filter((line) => line !== "");
}

/** Begins to say what happens. */
export function startAnnouncer(app: App, { write, soon }: Voice): Announcer {
  let scene: Scene | null = null;
  let where = "";
  let noticeId: number | null = null;
  let isInLine = false;
  let cancel: (() => void) | null = null;
  /** Kinds of scenes whose keys were told: once is enough, `?` tells them again. */
  const announcedKeys = new Set<string>();
  const keysOf = ({ key }: Scene): readonly string[] => {
    const [kind = ""] = key.split(" ");
    const hints = hintsOf(app).map(({ key: label, words }) => spoken(`${label} ${words}`));
    if (announcedKeys.has(kind) || hints.length === 0) return [];
    announcedKeys.add(kind);
    return [`Keys: ${hints.join(", ")}.`];
  };
  const say = (line: string): void => {
    write(`${isInLine ? "\r\n" : ""}${line}\r\n`);
    isInLine = false;
  };
  /** Echoes what is typed at the end; anything else that became of the text is said whole. */
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
  const guarded = (): void =>
    app.guard("Screen reader", look, () => {
      cancel = null;
    });
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
