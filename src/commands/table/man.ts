import manifest from "../../../package.json" with { type: "json" };
import { capitalized } from "../../text/format.ts";
import { type Command, optionHelp, optionText } from "./command.ts";
import { COMMANDS, VARIABLES } from "./commands.ts";
import { synopsis } from "./help.ts";
import { DESCRIPTION, PLACES } from "./program-help.ts";

/** The man page of `sextant`, for the `man` macros that every roff has. */

/** Escapes text for roff: no escapes, no hyphens that it may change, no request at the start of a line. */
const plain = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/u, "\\&");

const bold = (text: string): string => `\\fB${plain(text)}\\fR`;

const term = (name: string, meaning: string): readonly string[] => [".TP", bold(name), plain(meaning)];

const paragraph = (text: string): readonly string[] => [".PP", plain(text)];

function describedCommand(command: Command): readonly string[] {
  const { argument, help, options, notes, examples } = command;
  return [
    `.SS ${plain(synopsis(command))}`,
    `${plain(capitalized(help))}.`,
    ...(argument === null ? [] : term(argument.written, argument.help)),
    ...Object.entries(options).flatMap(([name, option]) => term(optionText(name, option), optionHelp(option))),
    ...notes.flatMap(paragraph),
    ...examples.flatMap(({ line, does }) => [...paragraph(does), ".RS", ".nf", plain(line), ".fi", ".RE"]),
  ];
}

const EXITS: readonly (readonly [code: number, meaning: string])[] = [
  [0, "done"],
  [1, "refused by the service; serve: could not start"],
  [2, "wrong usage, or not confirmed"],
  [3, "service not reachable"],
];

const FILES: readonly (readonly [file: string, what: string])[] = [
  ["~/.config/sextant/profiles.json", "profiles: services, projects and clusters by name, without secrets"],
  ["~/.config/sextant/preferences.json", "theme, times, columns, keys and other preferences"],
  ["~/.local/share/sextant", "data of the embedded service"],
  ["~/.local/state/sextant", "drafts, the log of changes, what was on screen last"],
];

/** The whole page of this version, without a date. */
export const manPage = (): string =>
  [
    `.TH SEXTANT 1 "" "sextant ${manifest.version}" "User Commands"`,
    ".SH NAME",
    `sextant \\- ${plain(DESCRIPTION)}`,
    ".SH SYNOPSIS",
    ...COMMANDS.flatMap((command, index) => [...(index === 0 ? [] : [".br"]), bold(synopsis(command))]),
    ".SH DESCRIPTION",
    plain(
      "Lists, details and live views of alerts, backups, search indexes, live migrations and settings of a hosted database service, and a form for every change, each with a review before it is sent. Press ? for the keys of a screen, : for all actions; where other keys were chosen, ? names those.",
    ),
    ".SH COMMANDS",
    ...COMMANDS.flatMap(describedCommand),
    ".SH PLACES",
    ...PLACES.flatMap(([id, label]) => term(id, label)),
    ".SH ENVIRONMENT",
    ...VARIABLES.flatMap(([name, help]) => term(name, help)),
    ".SH FILES",
    plain("XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME move them."),
    ...FILES.flatMap(([file, what]) => term(file, what)),
    ".SH EXIT STATUS",
    ...EXITS.flatMap(([code, meaning]) => term(String(code), meaning)),
    "",
  ].join("\n");
