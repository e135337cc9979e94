/** A key as some terminal sends it. */
export interface KnownKey {
  readonly terminal: string;
  readonly bytes: string;
  readonly name: string;
  /** What it types. */
  readonly text?: string;
}

function keys(terminal: string, table: Readonly<Record<string, string>>): KnownKey[] {
  return Object.entries(table).map(([name, bytes]) => ({ terminal, bytes, name }));
}

function typing(terminal: string, table: Readonly<Record<string, string>>): KnownKey[] {
  return Object.entries(table).map(([text, bytes]) => ({ terminal, bytes, name: text === " " ? "space" : text, text }));
}

const everywhere = keys("every terminal", {
  enter: "\r",
  tab: "\t",
  backspace: "\u007f",
  "ctrl+a": "\u0001",
  "ctrl+c": "\u0003",
  "ctrl+s": "\u0013",
  "ctrl+z": "\u001a",
  "ctrl+space": "\u0000",
  "ctrl+\\": "\u001c",
  "ctrl+_": "\u001f",
  "alt+x": "\u001bx",
  "alt+X": "\u001bX",
  "alt+é": "\u001bé",
  "alt+漢": "\u001b漢",
  "alt+space": "\u001b ",
  "alt+enter": "\u001b\r",
  "alt+backspace": "\u001b\u007f",
  "ctrl+alt+a": "\u001b\u0001",
});

const characters = typing(
  "every terminal",
  Object.fromEntries(["a", "Z", "7", "?", "[", "O", "~", "/", " ", "é", "漢", "😀", "ß"].map((text) => [text, text])),
);

const xterm = keys("xterm", {
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  home: "\u001b[H",
  end: "\u001b[F",
  insert: "\u001b[2~",
  delete: "\u001b[3~",
  pageup: "\u001b[5~",
  pagedown: "\u001b[6~",
  f1: "\u001bOP",
  f2: "\u001bOQ",
  f3: "\u001bOR",
  f4: "\u001bOS",
  f5: "\u001b[15~",
  f6: "\u001b[17~",
  f7: "\u001b[18~",
  f8: "\u001b[19~",
  f9: "\u001b[20~",
  f10: "\u001b[21~",
  f11: "\u001b[23~",
  f12: "\u001b[24~",
  "shift+tab": "\u001b[Z",
  "shift+up": "\u001b[1;2A",
  "alt+down": "\u001b[1;3B",
  "ctrl+right": "\u001b[1;5C",
  "ctrl+alt+shift+left": "\u001b[1;8D",
  "ctrl+home": "\u001b[1;5H",
  "shift+delete": "\u001b[3;2~",
  "ctrl+pagedown": "\u001b[6;5~",
  "shift+f1": "\u001b[1;2P",
  "ctrl+f3": "\u001b[1;5R",
  "shift+f5": "\u001b[15;2~",
});

const application = [
  ...keys("application mode", {
    up: "\u001bOA",
    down: "\u001bOB",
    right: "\u001bOC",
    left: "\u001bOD",
    home: "\u001bOH",
    end: "\u001bOF",
    enter: "\u001bOM",
    "ctrl+up": "\u001bO5A",
    "ctrl+down": "\u001bO1;5B",
  }),
  ...typing("application mode", { "5": "\u001bOu", "*": "\u001bOj", "-": "\u001bOm", ".": "\u001bOn" }),
];

const otherKeys = [
  ...keys("xterm, modifyOtherKeys", {
    "ctrl+enter": "\u001b[27;5;13~",
    "shift+enter": "\u001b[27;2;13~",
    "ctrl+tab": "\u001b[27;5;9~",
    "ctrl+a": "\u001b[27;5;97~",
    "ctrl+shift+a": "\u001b[27;6;65~",
    "alt+x": "\u001b[27;3;120~",
    "ctrl+.": "\u001b[27;5;46~",
  }),
  ...typing("xterm, modifyOtherKeys", { A: "\u001b[27;2;65~", "?": "\u001b[27;2;63~" }),
];

const kitty = [
  ...keys("kitty", {
    escape: "\u001b[27u",
    enter: "\u001b[13u",
    tab: "\u001b[9u",
    backspace: "\u001b[127u",
    "shift+enter": "\u001b[13;2u",
    "ctrl+enter": "\u001b[13;5u",
    "shift+tab": "\u001b[9;2u",
    "ctrl+a": "\u001b[97;5u",
    "ctrl+i": "\u001b[105;5u",
    "ctrl+[": "\u001b[91;5u",
    "ctrl+shift+a": "\u001b[97;6u",
    "ctrl+c": "\u001b[1089::99;5u",
    "alt+x": "\u001b[120;3u",
    "alt+X": "\u001b[120;4u",
    "alt+[": "\u001b[91;3u",
    "alt+O": "\u001b[111;4u",
    "super+s": "\u001b[115;9u",
    "ctrl+down": "\u001b[1;5B",
    up: "\u001b[1;1:2A",
    delete: "\u001b[3;1:1~",
    f3: "\u001b[13~",
    f13: "\u001b[57376u",
    "ctrl+space": "\u001b[32;5u",
    pageup: "\u001b[57421u",
    "ctrl+x": "\u001b[120;69u",
  }),
  ...typing("kitty", {
    A: "\u001b[97;2u",
    "?": "\u001b[47:63;2u",
    é: "\u001b[233u",
    å: "\u001b[97;;229u",
    "7": "\u001b[57406u",
    " ": "\u001b[32;2u",
  }),
];

const rxvt = keys("rxvt", {
  home: "\u001b[7~",
  end: "\u001b[8~",
  "shift+up": "\u001b[a",
  "shift+right": "\u001b[c",
  "ctrl+up": "\u001bOa",
  "ctrl+left": "\u001bOd",
  "shift+delete": "\u001b[3$",
  "ctrl+delete": "\u001b[3^",
  "ctrl+shift+pageup": "\u001b[5@",
  f1: "\u001b[11~",
  f4: "\u001b[14~",
});

/** Two Escapes: a pause after the first makes it the Escape key, for us as for everybody. */
export const doubleEscapeKeys: readonly KnownKey[] = keys("rxvt, PuTTY, Terminal.app", {
  "alt+up": "\u001b\u001b[A",
  "alt+left": "\u001b\u001bOD",
  "alt+delete": "\u001b\u001b[3~",
  "ctrl+alt+up": "\u001b\u001bOa",
});

const linuxConsole = keys("Linux console", {
  f1: "\u001b[[A",
  f2: "\u001b[[B",
  f5: "\u001b[[E",
  home: "\u001b[1~",
  end: "\u001b[4~",
  f13: "\u001b[25~",
  "alt+tab": "\u001b\t",
});

const tmuxAndScreen = keys("tmux and screen", {
  home: "\u001b[1~",
  end: "\u001b[4~",
  "shift+tab": "\u001b[Z",
  "ctrl+up": "\u001b[1;5A",
  "alt+right": "\u001b[1;3C",
  f1: "\u001bOP",
});

/** Every key that the console knows, but for the lone Escape and two Escapes, which time decides about. */
export const knownKeys: readonly KnownKey[] = [
  ...everywhere,
  ...characters,
  ...xterm,
  ...application,
  ...otherKeys,
  ...kitty,
  ...rxvt,
  ...linuxConsole,
  ...tmuxAndScreen,
];

/** What terminals send without a key being pressed. */
export const reports: Readonly<Record<string, string>> = {
  "device attributes": "\u001b[?62;22;52c",
  "secondary device attributes": "\u001b[>1;5202;0c",
  "cursor position": "\u001b[24;80R",
  status: "\u001b[0n",
  "mode report": "\u001b[?2026;2$y",
  "window size": "\u001b[8;24;80t",
  "colour scheme": "\u001b[?997;1n",
  "kitty flags": "\u001b[?1u",
  "focus in": "\u001b[I",
  "focus out": "\u001b[O",
  "mouse, SGR": "\u001b[<0;12;7M",
  "mouse released, SGR": "\u001b[<0;12;7m",
  "mouse, X10": "\u001b[M !!",
  "mouse, rxvt": "\u001b[32;12;7M",
  "background, ST": "\u001b]11;rgb:0000/0000/0000\u001b\\",
  "background, BEL": "\u001b]11;rgb:ffff/ffff/ffff\u0007",
  clipboard: "\u001b]52;c;aGVsbG8=\u0007",
  version: "\u001bP>|XTerm(388)\u001b\\",
  setting: "\u001bP1$r0m\u001b\\",
  terminfo: "\u001bP1+r544e=787465726d\u001b\\",
  graphics: "\u001b_Gi=31;OK\u001b\\",
};
