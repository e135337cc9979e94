import type { Command } from "./command.ts";

/** Commands for settings in files. */

/** Kinds of settings by their names in files; a test compares them with those of the areas. */
export const KIND_NAMES = [
  "alert-configuration",
  "auditing",
  "backup-schedule",
  "compliance-policy",
  "custom-dns",
  "export-bucket",
  "search-index",
  "search-index-first-generation",
  "search-nodes",
] as const;

const PROJECT = {
  value: "NAME",
  suggest: "project",
  help: "a project by name or id; default: the one of the profile",
} as const;
const PROFILE = { value: "NAME", suggest: "profile", help: "use the service of this profile" } as const;
const TIMEOUT = {
  value: "SECONDS",
  default: "30",
  help: "give up if the service does not answer in this time",
} as const;

export const EXPORT = {
  name: "export",
  help: "print the settings of a project as files",
  argument: {
    written: "KIND … | all",
    help: `one or several of ${KIND_NAMES.join(", ")}; all leaves out the first generation, which shows the same indexes`,
    most: Number.POSITIVE_INFINITY,
    areAlike: true,
    choices: ["all", ...KIND_NAMES],
  },
  options: {
    format: { value: "NAME", choices: ["yaml", "json"], default: "yaml", help: "how to print them" },
    output: {
      value: "DIR",
      suggest: "directory",
      help: "write a file for each kind there, in place of those that are there",
    },
    secrets: {
      value: "HOW",
      choices: ["keep", "names"],
      default: "keep",
      help: "masked secrets as keep (they stay as stored) or as names of environment variables, for another project",
    },
    project: PROJECT,
    timeout: TIMEOUT,
    profile: PROFILE,
  },
  notes: [
    "One document for each thing, with what was set and nothing that the service computes, in an order that does not change. Roles, buckets and teams stand by name, with their ids in a comment.",
    "Of a kind of which one thing could not be read, nothing is printed or written: a file says all that there is of its kind.",
    "Nothing is changed, and no secret is printed. docs/settings-files.schema.json checks and completes the files in editors.",
  ],
  examples: [
    { line: "sextant export all --output settings/", does: "All settings of the project, to keep in git." },
    { line: "sextant export alert-configuration --secrets names", does: "For another project, keys as variables." },
  ],
  exits: [
    [0, "printed"],
    [1, "not all of it could be read"],
    [2, "wrong usage"],
    [3, "service not reachable, or it did not let settings be read"],
  ],
} as const satisfies Command;

export const DIFF = {
  name: "diff",
  help: "compare settings in files with a project, or two projects",
  argument: {
    written: "FILE … | DIR | - | [KIND …]",
    help: "files, a folder of files, or - for standard input; with --with: kinds of settings (default: all)",
    most: Number.POSITIVE_INFINITY,
    areAlike: true,
    suggest: "file",
  },
  options: {
    with: { value: "PROJECT", suggest: "project", help: "compare with this project in place of files" },
    cluster: {
      value: "THERE=HERE",
      multiple: true,
      help: "with --with: compare this cluster there with that one here; default: those of one name",
    },
    prune: { help: "also what no file names, of the kinds that the files have: it would be deleted" },
    format: { value: "NAME", choices: ["text", "json"], default: "text", help: "how to print it" },
    project: PROJECT,
    timeout: TIMEOUT,
    profile: PROFILE,
  },
  notes: [
    "Printed is what sextant apply would create (+), change (~) and delete (-), field by field, and a summary. What is the same is counted. A ? is an alert configuration of which it is not clear which stored one it is.",
    "json: {project, with, summary: {create, change, delete, unclear, same}, items: [{action, kind, cluster, name, id, file, line, changes: [{label, kind, from, to}]}], problems: [{file, line, column, message}]}.",
    "What is wrong with files is named with line and column on standard error, all of it.",
  ],
  examples: [
    { line: "sextant diff settings/ --prune", does: "What is not as in git." },
    { line: "sextant diff --with staging alert-configuration", does: "Alert configurations of two projects." },
    { line: "git show HEAD~1:settings/auditing.yaml | sextant diff -", does: "What an earlier version would change." },
  ],
  exits: [
    [0, "the same"],
    [1, "different"],
    [2, "a file is wrong, or wrong usage"],
    [3, "service not reachable, or it did not let settings be read"],
  ],
} as const satisfies Command;

export const APPLY = {
  name: "apply",
  help: "make a project what files of settings say",
  argument: {
    written: "FILE … | DIR | -",
    help: "files, a folder of files, or - for standard input (requires --confirm)",
    most: Number.POSITIVE_INFINITY,
    areAlike: true,
    suggest: "file",
  },
  options: {
    prune: { help: "delete what no file names, of the kinds that the files have" },
    "dry-run": { help: "print the plan with its warnings, and ask and send nothing" },
    confirm: { value: "NAME", help: "send without asking: the name of the project" },
    risk: {
      value: "CLASS",
      choices: ["reversible", "disruptive", "destructive", "irreversible"],
      default: "disruptive",
      help: "with --confirm: the highest risk that may be sent",
    },
    project: PROJECT,
    timeout: TIMEOUT,
    profile: PROFILE,
    "read-only": { help: "block all changes" },
  },
  notes: [
    "First the plan of sextant diff is printed, with the facts and warnings of the reviews; then it is asked for a yes, or for the name of the project where something is lost for good.",
    "Changes are sent one after another, what others need first. Before each the thing is read again: what somebody else changed meanwhile stays, or is a conflict; what is as wanted already is not sent. The first that does not succeed ends it, with what was done and what was not; so does Ctrl-C, after the change under way. The same command continues from there.",
    "A read-only profile refuses; a production profile asks for its name at a terminal. Each change stands in sextant activity.",
  ],
  examples: [
    { line: "sextant apply settings/", does: "The plan, then a question." },
    {
      line: "sextant apply settings/ --prune --confirm Payments --risk destructive",
      does: "In a pipeline, with deletions.",
    },
  ],
  exits: [
    [0, "applied, or nothing to do"],
    [1, "not all of it was applied, or could be (--dry-run)"],
    [2, "a file is wrong, wrong usage, or not confirmed"],
    [3, "service not reachable, or it did not let settings be read"],
  ],
} as const satisfies Command;
