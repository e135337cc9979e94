import type { Command } from "./command.ts";

/** `sextant check`, with the options of monitoring plugins. */
export const CHECK = {
  name: "check",
  help: "check one thing, as a plugin of Nagios, Icinga, Sensu or Checkmk",
  argument: {
    written: "alerts|backups|migrations|restores|exports|indexes",
    help: "what to check; migrations takes ids too, because the service gives no list of them",
    most: Number.POSITIVE_INFINITY,
    choices: ["alerts", "backups", "migrations", "restores", "exports", "indexes"],
  },
  options: {
    warning: {
      short: "w",
      value: "[NAME=]RANGE",
      multiple: true,
      help: "WARNING where a figure is outside of the range; without a name the first figure",
    },
    critical: {
      short: "c",
      value: "[NAME=]RANGE",
      multiple: true,
      help: "CRITICAL where a figure is outside of the range",
    },
    timeout: { short: "t", value: "SECONDS", default: "10", help: "UNKNOWN after this time" },
    profile: { value: "NAME", suggest: "profile", help: "read from the service of this profile" },
    verbose: { short: "v", multiple: true, help: "list everything that is wrong, a line each" },
    version: { short: "V", help: "print the version" },
  },
  notes: [
    "One line: NAME STATUS - text | performance data. Ranges are written as monitoring plugins do: 10 is outside of 0 to 10, 10: below 10, ~:10 above 10, 10:20 outside of it, @10:20 inside; ~: never (in quotes, where a shell reads it). Of a figure of seconds, 30m, 4h and 2d are spans.",
    "Figures and their usual ranges: docs/scripts.md. What could not be read is UNKNOWN, unless what was read is CRITICAL.",
  ],
  examples: [
    {
      line: "sextant check alerts --profile prod",
      does: "INFO alerts are OK, CRITICAL ones CRITICAL, all others WARNING.",
    },
    {
      line: "sextant check alerts -c critical=0 -w oldest=30m",
      does: "A warning too once an alert is 30 minutes old.",
    },
    {
      line: "sextant check backups -w oldest=26h -c oldest=2d",
      does: "The age of the newest snapshot, where it is oldest.",
    },
  ],
  exits: [
    [0, "OK"],
    [1, "WARNING"],
    [2, "CRITICAL"],
    [3, "UNKNOWN: not read, not in time, wrong usage, and for --help and --version"],
  ],
} as const satisfies Command;
