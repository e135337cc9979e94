import { FIRST_FRAME } from "../start/first-frame.ts";
import { CHECK } from "./check-command.ts";
import type { Command } from "./command.ts";
import { PROFILE_COMMANDS } from "./profile-commands.ts";
import { DIALECT, KEY_COMMANDS, SERVE } from "./serve-commands.ts";
import { APPLY, DIFF, EXPORT } from "./settings-commands.ts";

/** The commands of `sextant`: the source of parsing, help and completion. */

const PROFILE = {
  value: "NAME",
  suggest: "profile",
} as const;

const READ_ONLY = { help: "block all changes" } as const;

const THEMES = Object.keys(FIRST_FRAME.themes.truecolor);

export const CONSOLE = {
  name: "",
  help: "open the console, at an area or one of its items",
  argument: {
    written: "[PLACE]",
    help: "the id or the name of an area, in the singular too, or its first letters; after a slash, the id of an item, its beginning, or names (restores/6b02, indexes/shop.products/default)",
    most: 1,
    suggest: "area",
  },
  options: {
    profile: { ...PROFILE, help: "use the service and the keys of this profile" },
    "read-only": READ_ONLY,
    pane: { help: "hide the sidebar, for a pane of a terminal multiplexer" },
    theme: { value: "NAME", choices: THEMES, help: "colours" },
    "screen-reader": { help: "lines in place of a screen, for screen readers and plain terminals" },
  },
  notes: [
    "Without a profile and SEXTANT_* variables, the console uses its embedded service with sample data.",
    "Keys are named by their defaults here. Press , for preferences: theme, times, the start place, bell, window title, notifications, refresh, mouse, columns and keys. They are kept in preferences.json (docs/preferences.schema.json).",
  ],
  examples: [
    { line: "sextant", does: "The overview: problems first, then what is in progress." },
    { line: "sextant alerts --profile prod --read-only", does: "Open alerts of a profile, with all changes blocked." },
    { line: "sextant live-migration --pane", does: "A live migration in a narrow pane." },
  ],
  exits: [
    [0, "closed"],
    [2, "wrong usage, or no terminal"],
    [3, "service not reachable"],
  ],
} as const satisfies Command;

export const SHOW = {
  name: "show",
  help: "print an area or one of its items, once",
  argument: {
    written: "PLACE",
    help: "as for the console: an area, or one of its items by id or names (restores/6b02, indexes/shop.products/default)",
    most: 1,
    suggest: "area",
  },
  options: {
    format: {
      value: "NAME",
      choices: ["table", "json", "ndjson", "csv", "markdown", "line", "tmux", "openmetrics"],
      default: "table",
      help: "how to print it",
    },
    "all-projects": { help: "all projects of the profile, with the project of each row" },
    filter: { value: "TEXT", help: "only rows with these words, as a filter of the console (!word, column:word)" },
    sort: { value: "COLUMN", help: "sort by a column; COLUMN:desc reverses the order" },
    columns: { value: "A,B", help: "only these columns, in this order" },
    width: { value: "N", help: "columns of text in a line; default: the terminal, or as wide as the content" },
    timeout: { value: "SECONDS", default: "30", help: "give up after this time" },
    profile: { ...PROFILE, help: "read from the service of this profile" },
  },
  notes: [
    "Nothing is changed. A column is called by its id (docs/columns.md) or by its title.",
    "json: {place, project, asOf, complete, notRead, title, summary, counts, columns: [{id, title}], rows: [{id, section, fields, cells}]}; an item has fields and lines: [{heading, label, value}] in place of summary, counts, columns and rows. counts and fields are values by name (docs/columns.md), cells the texts of the console by column. ndjson is a row per line, of an item one of its lines. json, ndjson and csv list the members of a group one by one.",
    "With --all-projects, project is null, and json, ndjson and csv have projectId beside the id of each row.",
    "line and tmux are one line, for a prompt and for the status line of tmux. openmetrics are the counts as gauges, for the node exporter's textfile collector.",
    "What could not be read is named on standard error and exits with 1; what could be read is printed.",
  ],
  examples: [
    { line: "sextant show alerts", does: "The open alerts as a table." },
    { line: "sextant show alerts --all-projects", does: "Those of all projects." },
    {
      line: "sextant show snapshots --format csv --columns cluster,taken,size",
      does: "Three columns for a spreadsheet.",
    },
    { line: "sextant show restores --format ndjson | jq -r .id", does: "The ids of all restores." },
  ],
  exits: [
    [0, "all of it was read"],
    [1, "not all of it could be read, or there is no such item"],
    [2, "wrong usage, or several items are called so"],
    [3, "service not reachable"],
  ],
} as const satisfies Command;

export const ACTIVITY = {
  name: "activity",
  help: "print the changes that were sent from this machine",
  argument: null,
  options: {
    since: {
      value: "DURATION",
      default: "24h",
      help: "only changes of this time until now (30m, 24h, 7d), or all",
    },
    format: {
      value: "NAME",
      choices: ["table", "json", "runbook"],
      default: "table",
      help: "how to print them",
    },
    filter: { value: "TEXT", help: "only rows with these words, as a filter of the console (!word, column:word)" },
    profile: { ...PROFILE, help: "only changes with this profile" },
    width: { value: "N", help: "columns of text in a line; default: the terminal, or as wide as the content" },
  },
  notes: [
    "Changes of all consoles and of sextant run are there, whatever their profile: what was sent, the answer, before and after. No service is asked, and no secret is kept.",
    "runbook is Markdown with a sextant run command for each change, in the order in which they were sent. json: {since, complete, changes: [{id, at, by, process, profile, project, operation, title, method, path, body, result, status, errorCode, message, requestId, milliseconds, created, changes: [{label, kind, from, to}], undoes, undoneBy, command}]}.",
    "A result is done, refused, not-sent, sending or unknown. unknown: no answer came, or Sextant was ended before it came.",
  ],
  examples: [
    { line: "sextant activity --since 7d --filter result:refused", does: "What was refused in a week." },
    { line: "sextant activity --format runbook > runbook.md", does: "The last day, to keep or to do again." },
  ],
  exits: [
    [0, "printed"],
    [2, "wrong usage, or the journal of writes cannot be read"],
  ],
} as const satisfies Command;

export const WATCH = {
  name: "watch",
  help: "print each change of an area or one of its items, until a condition holds",
  argument: {
    written: "PLACE",
    behind: "[-- COMMAND …]",
    help: "as for the console: an area, or one of its items by id or names (restores/6b02, indexes/shop.products/default); behind -- the command of --notify command",
    most: Number.POSITIVE_INFINITY,
    suggest: "area",
  },
  options: {
    until: {
      value: "CONDITION",
      help: "wait for this: done, 'lag<5s', 'open=0 and critical=0'; an item is waited for until it is done",
    },
    every: {
      value: "DURATION",
      help: "ask no more often than this (90s, 5m); default: as the console, 3 s to 60 s; with --drift 5m",
    },
    timeout: { value: "DURATION", help: "give up after this time (30m, 8h); default: never" },
    format: { value: "NAME", choices: ["line", "json"], default: "line", help: "how to print changes" },
    filter: { value: "TEXT", help: "only rows with these words, as a filter of the console (!word, column:word)" },
    notify: {
      value: "HOW",
      choices: ["bell", "osc", "command"],
      multiple: true,
      help: "notify of the end",
    },
    drift: {
      value: "PATH",
      suggest: "file",
      help: "in place of PLACE: print where the project differs from this file or folder of settings",
    },
    project: {
      value: "NAME",
      suggest: "project",
      help: "with --drift: a project by name or id; default: the one of the profile",
    },
    profile: { ...PROFILE, help: "read from the service of this profile" },
  },
  notes: [
    "Nothing is changed. A condition compares fields of an item, counts of a list, or fields of its rows: those that had not ended at its start and those that came since. docs/scripts.md has the grammar and the fields. One about a list holds only where all of the list could be read; the rows that --filter finds are waited for whatever the service refuses of other clusters.",
    "A terminal gets one line that is rewritten, everything else a line for each change. json: {time, event, …}, event is start, changed, new, gone or end. What cannot be read is said on standard error once, and again when it can.",
    "The command of --notify gets what happened in place of {text}, or as its last argument. It is run without a shell and without the keys of Sextant, for 10 s at most.",
  ],
  examples: [
    { line: "sextant watch restores/6b02 && ./switch-over", does: "Runs the next command when the restore is done." },
    {
      line: "sextant watch live-migration --until 'lag<5s' --timeout 8h --notify bell",
      does: "Rings when it has caught up.",
    },
    { line: "sextant watch alerts --format json >> alerts.ndjson", does: "A night of alerts as JSON." },
    {
      line: "sextant watch --drift settings/ --until 'differences>0' --notify command -- ./page-the-team",
      does: "Runs a command when somebody changes a setting outside the files.",
    },
  ],
  exits: [
    [0, "the condition holds"],
    [1, "it can no longer hold (failed, expired, gone), or refused by the service"],
    [2, "wrong usage, or several items are called so"],
    [3, "nothing was read: service not reachable, failing, or no answer in time"],
    [124, "time is up"],
  ],
} as const satisfies Command;

export const DOCTOR = {
  name: "doctor",
  help: "check terminal, folders, settings, network, clock and login",
  argument: null,
  options: {
    profile: { ...PROFILE, help: "check the way to the service of this profile" },
    json: { help: "print an array of {id, title, status, found, advice}" },
  },
  notes: [
    "One line for each check, ok, warning, failed or skipped, with what to do. Nothing is changed, and no secret is shown.",
  ],
  examples: [{ line: "sextant doctor --profile prod", does: "Why the console does not reach a service." }],
  exits: [
    [0, "all well"],
    [1, "warnings"],
    [2, "failures, or wrong usage"],
  ],
} as const satisfies Command;

export const RUN = {
  name: "run",
  help: "send one API request",
  argument: {
    written: "OPERATION [name=value …]",
    help: "an operation (sextant run --help lists them), then path parameters, or query parameters of the operation",
    most: Number.POSITIVE_INFINITY,
    suggest: "operation",
  },
  options: {
    query: {
      value: "name=value",
      multiple: true,
      help: "any query parameter (itemsPerPage, pageNum, includeCount and pretty too)",
    },
    body: {
      value: "FILE|-",
      suggest: "file",
      help: "read the body, a JSON object, from a file or from standard input",
    },
    confirm: { value: "NAME", help: "required if data can be lost: the value of the last path parameter" },
    "show-request": { help: "print the request as a curl command and send nothing" },
    profile: { ...PROFILE, help: "use a profile of profiles.json, not the environment or the embedded service" },
    "read-only": READ_ONLY,
  },
  notes: [
    "The answer is JSON on standard output, errors are on standard error. groupId and orgId come from SEXTANT_PROJECT_ID, SEXTANT_ORG_ID or the profile when they are omitted.",
    "Where a change was sent and no answer came that says what became of it (the connection broke, or Ctrl-C), or its answer could not be written, the exit code is 4: look at the current state before it is sent again.",
  ],
  examples: [
    { line: "sextant run listAlerts status=OPEN", does: "The open alerts of the project." },
    { line: "sextant run updateBackupSchedule --help", does: "What an operation takes, and the role that it needs." },
    {
      line: "sextant run takeSnapshot clusterName=prod-eu --body snapshot.json --show-request",
      does: "The request as a curl command, not sent.",
    },
  ],
  exits: [
    [0, "done"],
    [1, "refused by the service"],
    [2, "wrong usage or not confirmed"],
    [3, "service not reachable"],
    [4, "sent, and not known whether it happened"],
  ],
} as const satisfies Command;

export const OPENAPI = {
  name: "openapi",
  help: "print the API as OpenAPI 3.1",
  argument: null,
  options: { dialect: DIALECT },
  notes: [],
  examples: [{ line: "sextant openapi > openapi.json", does: "The API for other people's tools." }],
  exits: [
    [0, "done"],
    [2, "wrong usage"],
  ],
} as const satisfies Command;

export const COMPLETION = {
  name: "completion",
  help: "print the completions of a shell",
  argument: {
    written: "bash|zsh|fish",
    help: "the shell",
    most: 1,
    choices: ["bash", "zsh", "fish"],
  },
  options: {},
  notes: [
    "Completed are commands, options, areas, operations with their parameters, and the profiles, projects and clusters of profiles.json. No request is sent.",
  ],
  examples: [
    { line: 'eval "$(sextant completion bash)"', does: "bash, in ~/.bashrc:" },
    { line: 'eval "$(sextant completion zsh)"', does: "zsh, in ~/.zshrc after compinit:" },
    { line: "sextant completion fish > ~/.config/fish/completions/sextant.fish", does: "fish, once:" },
  ],
  exits: [
    [0, "done"],
    [2, "wrong usage"],
  ],
} as const satisfies Command;

/** All commands, the console first, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  CONSOLE,
  SHOW,
  CHECK,
  ACTIVITY,
  WATCH,
  EXPORT,
  DIFF,
  APPLY,
  ...Object.values(PROFILE_COMMANDS),
  DOCTOR,
  SERVE,
  ...Object.values(KEY_COMMANDS),
  RUN,
  OPENAPI,
  COMPLETION,
];

/** Words that can follow `sextant` and are no place. */
export const COMMAND_NAMES: readonly string[] = [
  ...new Set(COMMANDS.flatMap(({ name }) => (name === "" ? [] : [name.split(" ", 1)[0] ?? name]))),
];

/** Environment variables with their help. */
export const VARIABLES: readonly (readonly [name: string, help: string])[] = [
  ["SEXTANT_BASE_URL", "address of the service, without the path of the API"],
  ["SEXTANT_DIALECT", "specification (default), or atlas for the hosted service"],
  ["SEXTANT_PUBLIC_KEY, SEXTANT_PRIVATE_KEY", "an API key"],
  ["SEXTANT_CLIENT_ID, SEXTANT_CLIENT_SECRET", "a service account, instead of an API key"],
  ["SEXTANT_TOKEN_URL", "address for the tokens of a service account, if it is not the service's"],
  ["SEXTANT_PROJECT_ID, SEXTANT_ORG_ID", "the first project, and its organisation"],
  ["SEXTANT_METRICS_URL", "address of the metrics integration, if it is not the service's"],
  ["SEXTANT_SCRAPE_USERNAME, SEXTANT_SCRAPE_PASSWORD", "the user of the metrics integration"],
  ["SEXTANT_CA_FILE", "an additional certificate authority (PEM)"],
  ["SEXTANT_SETTINGS_FILES", "a file or a folder of settings: the overview shows where the project differs from them"],
  ["SEXTANT_DATABASE", "sextant serve: the database of --database, with its password"],
  ["HTTPS_PROXY, NO_PROXY", "a proxy for https addresses, and the hosts that are reached without it"],
  ["INK_SCREEN_READER", "true is --screen-reader"],
  ["NO_COLOR", "no colours"],
];
