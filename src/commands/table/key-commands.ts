import type { Argument, Command } from "./command.ts";

/** The commands of `sextant serve keys`: who may call a service of one's own. */

const WHERE = {
  data: {
    value: "DIR",
    help: "the data of a service that does not run; omitted: the data of the console",
    suggest: "directory",
  },
  database: { value: "ADDRESS", help: "the database of a service, also while it runs (or SEXTANT_DATABASE)" },
} as const satisfies Command["options"];

const JSON_OPTION = { json: { help: "print JSON" } } as const satisfies Command["options"];

const EXITS = [
  [0, "done"],
  [1, "the data cannot be opened, or there is no such key"],
  [2, "wrong usage"],
] as const;

const ONE: Argument = { written: "NAME", help: "the public key or the client id", most: 1 };

const KEYS_ADD = {
  name: "serve keys add",
  help: "create an API key or a service account, with roles by project",
  argument: null,
  options: {
    role: {
      value: "ROLE[@PROJECT]",
      multiple: true,
      help: "a role in a project (its name or id), or in all projects; an Organization role is for the organisation",
    },
    kind: { value: "KIND", choices: ["key", "account"], default: "key", help: "an API key, or a service account" },
    ...WHERE,
    ...JSON_OPTION,
  },
  notes: ["The secret is shown once: it is not shown again by any command."],
  examples: [
    { line: "sextant serve keys add --role 'Project Read Only'", does: "A key that reads all projects." },
    {
      line: "sextant serve keys add --kind account --role 'Project Owner@Payments' --database postgres://db/sextant",
      does: "A service account for one project, while the service runs.",
    },
  ],
  exits: EXITS,
} as const satisfies Command;

const KEYS_LIST = {
  name: "serve keys list",
  help: "list API keys and service accounts with their roles, without secrets",
  argument: null,
  options: { ...WHERE, ...JSON_OPTION },
  notes: [],
  examples: [],
  exits: EXITS,
} as const satisfies Command;

const KEYS_REVOKE = {
  name: "serve keys revoke",
  help: "remove an API key or a service account, and its tokens",
  argument: ONE,
  options: WHERE,
  notes: ["It counts at once, in every instance."],
  examples: [
    {
      line: "sextant serve keys revoke abcdefgh --database postgres://db/sextant",
      does: "Nobody calls with it any more.",
    },
  ],
  exits: EXITS,
} as const satisfies Command;

export const KEY_COMMANDS = { add: KEYS_ADD, list: KEYS_LIST, revoke: KEYS_REVOKE } as const;
