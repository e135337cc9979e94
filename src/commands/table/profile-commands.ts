import { KEPT_OF_PROFILE } from "../../state/kept-of-profile.ts";
import type { Argument, Command } from "./command.ts";

/** The commands of `sextant profile`. */

export const PROFILE_OPTIONS = {
  "base-url": { value: "URL", help: "address of the service, without the path of the API" },
  dialect: { value: "NAME", choices: ["specification", "atlas"], help: "paths and version header of the API" },
  environment: {
    value: "NAME",
    choices: ["production", "other"],
    help: "production starts read-only until changes are allowed",
  },
  "read-only": { help: "block all changes, always" },
  "public-key": { value: "KEY", help: "the public key of an API key; its private key is the secret" },
  "client-id": { value: "ID", help: "the client id of a service account; its client secret is the secret" },
  "secret-in": {
    value: "PLACE",
    choices: ["keyring", "file"],
    help: "keep the secret in the keyring of the desktop, or in clear in secrets.json (0600)",
  },
  "secret-variable": { value: "NAME", help: "take the secret from this environment variable" },
  "secret-command": { value: "COMMAND", help: "run this command, without a shell, for the credentials as JSON" },
  project: { value: "[NAME=]ID", multiple: true, help: "a project; omitted: those that the service lists" },
  org: { value: "ID", help: "the organisation" },
  "ca-file": { value: "FILE", suggest: "file", help: "an additional certificate authority (PEM)" },
  "settings-files": {
    value: "PATH",
    suggest: "file",
    help: "a file or a folder of settings: the overview shows where the project differs from them",
  },
  "metrics-url": { value: "URL", help: "address of the metrics integration" },
  "token-url": { value: "URL", help: "address for the tokens of a service account" },
  "no-check": { help: "save without asking the service" },
} as const satisfies Command["options"];

const EXITS = [
  [0, "done"],
  [1, "the service refused"],
  [2, "wrong usage, or a file cannot be used"],
  [3, "service not reachable"],
] as const;

const ONE: Argument = { written: "NAME", help: "the profile", most: 1, suggest: "profile" };

const SECRETS = "A secret is typed on the terminal, where it is not shown, or piped in; it is never an argument.";

const PROFILE_LIST = {
  name: "profile list",
  help: "list the profiles",
  argument: null,
  options: { json: { help: "print JSON" } },
  notes: [],
  examples: [],
  exits: EXITS,
} as const satisfies Command;

const PROFILE_SHOW = {
  name: "profile show",
  help: "show one profile, without its secret",
  argument: ONE,
  options: { json: { help: "print JSON" } },
  notes: [],
  examples: [],
  exits: EXITS,
} as const satisfies Command;

const PROFILE_ADD = {
  name: "profile add",
  help: "add a profile",
  argument: { ...ONE, help: "the name of the new profile" },
  options: PROFILE_OPTIONS,
  notes: [SECRETS, "The service is asked before anything is saved, and fills in the projects and clusters."],
  examples: [
    {
      line: "sextant profile add prod --base-url https://service.example.com --environment production --public-key abcdefgh --secret-in keyring",
      does: "A production profile; the private key is asked for and goes into the keyring.",
    },
  ],
  exits: EXITS,
} as const satisfies Command;

const PROFILE_EDIT = {
  name: "profile edit",
  help: "change a profile",
  argument: ONE,
  options: {
    ...PROFILE_OPTIONS,
    name: { value: "NAME", help: "give it another name" },
    secret: { help: "enter the secret again" },
  },
  notes: [SECRETS, "What is not named stays as it is."],
  examples: [{ line: "sextant profile edit prod --secret", does: "A new private key, where the old one was kept." }],
  exits: EXITS,
} as const satisfies Command;

const PROFILE_REMOVE = {
  name: "profile remove",
  help: "remove a profile, its secret, and what is kept of it on this machine",
  argument: ONE,
  options: { confirm: { value: "NAME", help: "required: the name of the profile" } },
  notes: [
    `With it go ${KEPT_OF_PROFILE}. Activity stays.`,
    "Nothing changes at the service: its key stays valid until it is revoked there.",
  ],
  examples: [{ line: "sextant profile remove old --confirm old", does: "Remove a profile." }],
  exits: EXITS,
} as const satisfies Command;

const PROFILE_CHECK = {
  name: "profile check",
  help: "ask the service of a profile whether its credentials work",
  argument: ONE,
  options: {},
  notes: ["The projects that the caller may see are listed; nothing is changed."],
  examples: [],
  exits: EXITS,
} as const satisfies Command;

const PROFILE_IMPORT = {
  name: "profile import",
  help: "take over profiles of the vendor's command line",
  argument: { written: "[NAME …]", help: "the profiles to import; omitted: list them", most: Number.POSITIVE_INFINITY },
  options: {
    "with-secrets": { help: "take over secrets that stand in its file too" },
    "secret-in": {
      value: "PLACE",
      choices: ["keyring", "file"],
      default: "keyring",
      help: "where --with-secrets keeps them",
    },
  },
  notes: ["Its file is read and never changed. Without --with-secrets a profile names the variable for its secret."],
  examples: [
    { line: "sextant profile import", does: "What could be imported." },
    { line: "sextant profile import default --with-secrets", does: "One profile, its secret into the keyring." },
  ],
  exits: EXITS,
} as const satisfies Command;

export const PROFILE_COMMANDS = {
  list: PROFILE_LIST,
  show: PROFILE_SHOW,
  add: PROFILE_ADD,
  edit: PROFILE_EDIT,
  remove: PROFILE_REMOVE,
  check: PROFILE_CHECK,
  import: PROFILE_IMPORT,
} as const;
