import { describe, expect, it } from "vitest";
import { type Capabilities, capabilitiesOf, type EnvironmentVariables } from "../../src/terminal/capabilities.ts";

const utf8 = { LANG: "en_US.UTF-8" };

const cases: readonly (readonly [string, EnvironmentVariables, Partial<Capabilities>])[] = [
  ["xterm with 256 colours", { ...utf8, TERM: "xterm-256color" }, { colour: "256", symbols: "unicode" }],
  ["a modern terminal", { ...utf8, TERM: "xterm-256color", COLORTERM: "truecolor" }, { colour: "truecolor" }],
  ["kitty", { ...utf8, TERM: "xterm-kitty" }, { colour: "truecolor" }],
  ["Alacritty, over ssh", { TERM: "alacritty" }, { colour: "truecolor" }],
  ["foot, over ssh", { TERM: "foot" }, { colour: "truecolor" }],
  ["WezTerm, over ssh", { TERM: "wezterm" }, { colour: "truecolor" }],
  ["Ghostty, over ssh", { TERM: "xterm-ghostty" }, { colour: "truecolor" }],
  ["tmux, over ssh", { TERM: "tmux-256color" }, { colour: "256" }],
  ["screen, over ssh", { TERM: "screen-256color" }, { colour: "256" }],
  ["st, over ssh", { TERM: "st-256color" }, { colour: "256" }],
  ["iTerm2", { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, { colour: "truecolor" }],
  ["Terminal.app", { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, { colour: "256" }],
  ["Windows Terminal", { WT_SESSION: "1" }, { colour: "truecolor" }],
  ["a plain xterm", { TERM: "xterm" }, { colour: "16", symbols: "ascii" }],
  ["the Linux console", { ...utf8, TERM: "linux" }, { colour: "16", symbols: "ascii" }],
  ["NO_COLOR", { TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" }, { colour: "none" }],
  ["an empty NO_COLOR", { TERM: "xterm-256color", NO_COLOR: "" }, { colour: "256" }],
  ["NO_COLOR over FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "3" }, { colour: "none" }],
  ["FORCE_COLOR", { TERM: "xterm", FORCE_COLOR: "2" }, { colour: "256" }],
  ["a dumb terminal", { ...utf8, TERM: "dumb", COLORTERM: "truecolor" }, { colour: "none", symbols: "ascii" }],
  [
    "tmux",
    { TERM: "tmux-256color", TMUX: "/tmp/tmux,1,0", TERM_PROGRAM: "tmux" },
    { multiplexer: "tmux", colour: "256" },
  ],
  ["tmux that says screen", { TERM: "screen-256color", TMUX: "/tmp/tmux,1,0" }, { multiplexer: "tmux" }],
  [
    "screen, which drops 24-bit colours",
    { TERM: "screen.xterm-256color", STY: "1.pts", COLORTERM: "truecolor" },
    { multiplexer: "screen", colour: "256" },
  ],
  ["ssh without a terminal's name", { SSH_CONNECTION: "a b c d" }, { colour: "16" }],
  ["LC_ALL over LANG", { ...utf8, LC_ALL: "C" }, { symbols: "ascii" }],
  ["LC_CTYPE over LANG", { LANG: "C", LC_CTYPE: "C.utf8" }, { symbols: "unicode" }],
  ["an empty LC_ALL", { ...utf8, LC_ALL: "" }, { symbols: "unicode" }],
  ["nothing known", {}, { colour: "16", symbols: "ascii", multiplexer: "none" }],
];

describe("what a terminal can do", () => {
  it.each(cases)("%s", (_, env, expected) => {
    expect(capabilitiesOf(env)).toMatchObject(expected);
  });
});
