/** What some terminals send for the same keys, and what they answer before them. */
export type TerminalSession = {
  readonly terminal: string;
  /** How it is known: recorded from the program itself, or written down in its documentation. */
  readonly source: "recorded" | "documented";
  /** Answers to the questions of the start. */
  readonly answers: readonly string[];
  /** Names of keys and texts with their bytes, in the order in which they are pressed. Escape is last. */
  readonly pressed: readonly (readonly [name: string, bytes: string])[];
};

const ESC = "\u001b";
const SYNCHRONIZED = `${ESC}[?2026;2$y`;
const PASTE = ["paste:one\ntwo", `${ESC}[200~one\rtwo${ESC}[201~`] as const;

/** What xterm sends, and what most others have taken over from it. */
const XTERM = {
  up: `${ESC}[A`,
  down: `${ESC}[B`,
  home: `${ESC}[H`,
  end: `${ESC}[F`,
  pageup: `${ESC}[5~`,
  pagedown: `${ESC}[6~`,
  delete: `${ESC}[3~`,
  f1: `${ESC}OP`,
  f5: `${ESC}[15~`,
  f12: `${ESC}[24~`,
  "ctrl+right": `${ESC}[1;5C`,
  "alt+down": `${ESC}[1;3B`,
  "shift+up": `${ESC}[1;2A`,
  "ctrl+home": `${ESC}[1;5H`,
  "shift+tab": `${ESC}[Z`,
  "alt+x": `${ESC}x`,
  "alt+enter": `${ESC}\r`,
  "ctrl+s": "\u0013",
  "ctrl+space": "\u0000",
  backspace: "\u007f",
  enter: "\r",
  tab: "\t",
  é: "é",
  "?": "?",
} as const;

const session = (
  terminal: string,
  source: TerminalSession["source"],
  answers: readonly string[],
  changes: Readonly<Record<string, string>> = {},
  escapeBytes = ESC,
): TerminalSession => ({
  terminal,
  source,
  answers,
  pressed: [...Object.entries({ ...XTERM, ...changes }), PASTE, ["escape", escapeBytes]],
});

/** Keys that the Linux console has no sequence of their own for: with a modifier it sends the key alone, or takes it for itself. */
const NOT_ON_LINUX: readonly string[] = ["ctrl+right", "alt+down", "shift+up", "ctrl+home", "shift+tab"];

/** As console_codes(4) and the kernel's own key map have them: function keys in two brackets, and no brackets around what gpm pastes. */
const LINUX: TerminalSession = {
  terminal: "the Linux console",
  source: "documented",
  answers: [`${ESC}[?6c`, `${ESC}[0n`],
  pressed: [
    ...Object.entries({
      ...XTERM,
      home: `${ESC}[1~`,
      end: `${ESC}[4~`,
      f1: `${ESC}[[A`,
      f4: `${ESC}[[D`,
      f5: `${ESC}[[E`,
      f6: `${ESC}[17~`,
      // Shift-F1 in the kernel's key map.
      f13: `${ESC}[25~`,
    }).filter(([name]) => !NOT_ON_LINUX.includes(name)),
    ["escape", ESC],
  ],
};

export const SESSIONS: readonly TerminalSession[] = [
  LINUX,
  session("xterm", "documented", [`${ESC}[?2026;0$y`, `${ESC}[0n`]),
  // tmux 3.3a around xterm, TERM=screen.
  session("tmux", "recorded", [`${ESC}[0n`], { home: `${ESC}[1~`, end: `${ESC}[4~` }),
  // GNU Screen 4.9 around xterm.
  session("screen", "recorded", [`${ESC}[0n`]),
  // The keyboard protocol at its first level, which Ink asks for: what was ambiguous comes as a code.
  session(
    "kitty",
    "documented",
    [SYNCHRONIZED, `${ESC}[?0u`, `${ESC}[?62;c`, `${ESC}[0n`],
    {
      f1: `${ESC}[P`,
      f3: `${ESC}[13~`,
      "ctrl+f3": `${ESC}[13;5~`,
      "alt+x": `${ESC}[120;3u`,
      "alt+enter": `${ESC}[13;3u`,
      "shift+enter": `${ESC}[13;2u`,
      "ctrl+s": `${ESC}[115;5u`,
      "ctrl+space": `${ESC}[32;5u`,
      "ctrl+i": `${ESC}[105;5u`,
    },
    `${ESC}[27u`,
  ),
  session("iTerm2", "documented", [SYNCHRONIZED, `${ESC}[I`, `${ESC}[0n`], {
    // With the preset for natural editing.
    "alt+b": `${ESC}b`,
    "alt+f": `${ESC}f`,
    "alt+backspace": `${ESC}\u007f`,
    "ctrl+a": "\u0001",
    "ctrl+e": "\u0005",
  }),
  session("Windows Terminal", "documented", [SYNCHRONIZED, `${ESC}[?61;4;6;7;14;21;22;23;24;28;32;42c`, `${ESC}[0n`], {
    "alt+backspace": `${ESC}\u007f`,
    "ctrl+delete": `${ESC}[3;5~`,
    "ctrl+pagedown": `${ESC}[6;5~`,
  }),
];
