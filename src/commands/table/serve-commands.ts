import type { Argument, Command } from "./command.ts";

/** `sextant serve`, and `sextant serve keys`: the API keys of a service that you run. */

/** `contract/wire/dialect.ts` explains the dialects. */
export const DIALECT = {
  value: "NAME",
  choices: ["specification", "atlas"],
  default: "specification",
  help: "paths and version header of the API",
} as const;

export const SERVE = {
  name: "serve",
  help: "run the embedded service on its own",
  argument: null,
  options: {
    port: { value: "N", default: "0", help: "listen on this port; 0 is any free port" },
    listen: {
      value: "ADDRESS",
      default: "127.0.0.1",
      help: "listen on this IP address; one that other machines reach requires --tls-cert or --behind-proxy",
    },
    "behind-proxy": {
      value: "ORIGIN",
      help: "a proxy in front of the service has the certificate, and callers use this https address",
    },
    control: { help: "let other machines reach the control surface too" },
    data: {
      value: "DIR|:memory:",
      help: "store the data here; omitted: the data of the console",
      suggest: "directory",
    },
    database: {
      value: "ADDRESS",
      help: "store the data in PostgreSQL (postgres://USER@HOST/DATABASE?schema=NAME), for one or several instances",
    },
    fresh: { help: "delete the stored data and recreate the sample data" },
    speed: { value: "X", default: "1", help: "simulated seconds per second" },
    quiet: { help: "no simulated changes: only requests change data" },
    dialect: DIALECT,
    digest: { value: "NAME", choices: ["md5", "sha-256"], default: "md5", help: "algorithm of the API keys' login" },
    seed: { value: "N", default: "1", help: "seed of the sample data" },
    alerts: { value: "N", default: "220", help: "number of alerts in the main project" },
    tls: { help: "use https with a generated certificate (caFile in the output of --json)" },
    "tls-cert": { value: "FILE", suggest: "file", help: "use https with this certificate (PEM)" },
    "tls-key": { value: "FILE", suggest: "file", help: "the private key of --tls-cert (PEM)" },
    faults: {
      value: "SPEC",
      help: 'faults from the start, such as "server-error times 2; slow(seconds=3) on GET **/alerts"',
    },
    projects: { value: "N", default: "3", help: "number of projects that the keys can access" },
    snapshots: {
      value: "N",
      default: "0",
      help: "minimum number of snapshots of the main cluster; 0: as its schedule",
    },
    log: {
      value: "NAME",
      choices: ["none", "json"],
      default: "none",
      help: "log each request to standard error, as a line of JSON",
    },
    json: { help: "print addresses, keys and contents as one line of JSON when ready" },
  },
  notes: [
    "The service listens on this machine only, unless --listen says otherwise. It prints its address and the keys that it accepts, and runs until SIGTERM or Ctrl-C. The keys are not printed where other machines reach it or the data are in a database; --json always prints them.",
    "Other users of the machine see a command line: put an address with a password into SEXTANT_DATABASE.",
  ],
  examples: [
    {
      line: "sextant serve --data :memory: --json",
      does: "A service for a test, with everything about it on one line.",
    },
    { line: "sextant serve --port 8443 --tls --speed 60", does: "An hour of the service in each minute, over https." },
  ],
  exits: [
    [0, "stopped"],
    [1, "could not start"],
    [2, "wrong usage"],
  ],
} as const satisfies Command;

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
