import { join } from "node:path";
import { parseArgs } from "node:util";
import { DIALECTS, type DialectId } from "../contract/dialect.ts";
import { readCertificate } from "../service/certificate.ts";
import { dataFile, removeData, takeDataDirectory } from "../service/data-directory.ts";
import type { DigestAlgorithm } from "../service/digest.ts";
import { checkedFaults } from "../service/faults/prepared.ts";
import { FaultProblem, type WantedFault } from "../service/faults/wanted.ts";
import type { ServiceReady } from "../service/ready.ts";
import { type RunningService, type ServiceOptions, startService } from "../service/service.ts";
import { MOST_SNAPSHOTS } from "../service/snapshots/stored.ts";
import { settingsPaths } from "../settings/paths.ts";
import { printableLines } from "../text/printable.ts";
import { flagProblem, WrongUse } from "./wrong-use.ts";

/** `sextant serve`: the service alone, until it is told to end. */

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

const MEMORY = ":memory:";

const SERVE_USAGE = `sextant serve: the embedded service without the console; SIGTERM or Ctrl-C stops it

  --port N              listen on this port of the loopback address (0: any free one, the default)
  --data DIR|:memory:   where the data is kept (default: the console's own)
  --fresh               delete all data and recreate the sample data
  --speed X             simulated seconds a second (default 1)
  --quiet               no changes of its own, only requests change data
  --dialect NAME        specification (default) or atlas
  --digest NAME         md5 (default) or sha-256
  --seed N              seed of the sample data (default 1)
  --alerts N            alerts of the main project (default 220)
  --tls                 speak https, with a certificate made for the run (caFile in the line of --json)
  --tls-cert FILE       speak https, with this certificate (PEM) …
  --tls-key FILE        … and its key
  --faults SPEC         faults from the start, such as "server-error times 2; slow(seconds=3) on GET **/alerts"
  --projects N          projects that the keys may see (default 3)
  --snapshots N         snapshots of the main cluster at least (default 0: what its schedule keeps)
  --json                print one line of JSON when ready: addresses, keys, and what there is
`;

/** What the command line asks for. */
type ServeFlags = {
  readonly dataDir: string;
  readonly fresh: boolean;
  readonly json: boolean;
  readonly tls: "none" | "made" | { readonly cert: string; readonly key: string };
  readonly options: Omit<ServiceOptions, "place">;
};

function numberOf(name: string, text: string, least: number, most: number, whole = true): number {
  const value = Number(text);
  const fits = text.trim() !== "" && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!fits) throw new WrongUse(`--${name} takes a ${whole ? "whole " : ""}number from ${least} to ${most}.`);
  return value;
}

function dialectOf(text: string): DialectId {
  const dialect = DIALECTS.find((one) => one === text);
  if (dialect === undefined) throw new WrongUse(`--dialect takes ${DIALECTS.join(" or ")}.`);
  return dialect;
}

function digestOf(text: string): DigestAlgorithm {
  if (text === "md5") return "MD5";
  if (text === "sha-256") return "SHA-256";
  throw new WrongUse("--digest takes md5 or sha-256.");
}

function faultsOf(text: string): readonly WantedFault[] {
  try {
    return checkedFaults(text);
  } catch (failure) {
    if (failure instanceof FaultProblem) throw new WrongUse(`--faults: ${failure.message}`, { cause: failure });
    throw failure;
  }
}

function tlsOf(made: boolean, cert: string | undefined, key: string | undefined): ServeFlags["tls"] {
  if (cert === undefined && key === undefined) return made ? "made" : "none";
  if (cert === undefined || key === undefined) throw new WrongUse("--tls-cert and --tls-key go together.");
  return { cert, key };
}

/** `--port -1` as `--port=-1`: a number below zero is no flag, and is refused as what it is. */
const withNegatives = (argv: readonly string[]): string[] =>
  argv.flatMap((argument, index) => {
    if (index > 0 && isNegative(argument) && isNamed(argv[index - 1])) return [];
    const next = argv[index + 1];
    return isNamed(argument) && isNegative(next) ? [`${argument}=${next}`] : [argument];
  });

const isNegative = (argument = ""): boolean => /^-[\d.]/u.test(argument);
const isNamed = (argument = ""): boolean => /^--[^=]+$/u.test(argument);

function readFlags(argv: readonly string[]): ServeFlags {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: withNegatives(argv),
    allowPositionals: false,
    options: {
      port: { ...text, default: "0" },
      data: { ...text, default: join(settingsPaths().data, "service") },
      speed: { ...text, default: "1" },
      dialect: { ...text, default: "specification" },
      digest: { ...text, default: "md5" },
      seed: { ...text, default: "1" },
      alerts: { ...text, default: "220" },
      projects: { ...text, default: "3" },
      faults: text,
      "tls-cert": text,
      "tls-key": text,
      snapshots: { ...text, default: "0" },
      tls: flag,
      fresh: flag,
      quiet: flag,
      json: flag,
    },
  });
  if (values.data === "") throw new WrongUse("--data takes a directory or :memory:.");
  return {
    dataDir: values.data,
    fresh: values.fresh,
    json: values.json,
    tls: tlsOf(values.tls, values["tls-cert"], values["tls-key"]),
    options: {
      port: numberOf("port", values.port, 0, 65_535),
      speed: numberOf("speed", values.speed, 0, 100_000, false),
      quiet: values.quiet,
      dialect: dialectOf(values.dialect),
      digest: digestOf(values.digest),
      ...(values.faults === undefined ? {} : { faults: faultsOf(values.faults) }),
      size: {
        seed: numberOf("seed", values.seed, 0, Number.MAX_SAFE_INTEGER),
        alerts: numberOf("alerts", values.alerts, 0, 1_000_000),
        projects: numberOf("projects", values.projects, 3, 1000),
        snapshots: numberOf("snapshots", values.snapshots, 0, MOST_SNAPSHOTS),
      },
    },
  };
}

const complain = (sentence: string): void => {
  process.stderr.write(`sextant serve: ${printableLines(sentence)}\n`);
};

const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));

/**
 * Runs `sextant serve`.
 *
 * @param argv the arguments after `serve`
 * @returns the exit code: 0 after a clean stop, 1 when the service could not start, 2 for wrong use
 */
export async function serve(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help")) {
    process.stdout.write(SERVE_USAGE);
    return DONE;
  }
  let flags: ServeFlags;
  try {
    flags = readFlags(argv);
  } catch (failure) {
    complain(`${flagProblem(failure)}; sextant serve --help lists the flags.`);
    return WRONG_USE;
  }
  const ending = endSignal();
  try {
    const { service, release } = await start(flags);
    process.stdout.write(flags.json ? `${JSON.stringify(service.ready)}\n` : greeting(service.ready, flags.dataDir));
    await ending;
    try {
      await service.stop();
    } finally {
      release();
    }
    return DONE;
  } catch (failure) {
    complain(sentenceOf(failure, flags));
    return FAILED;
  }
}

/** Fulfilled when the process is told to end. */
const endSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });

type Started = { readonly service: RunningService; release(): void };

async function start(flags: ServeFlags): Promise<Started> {
  const { tls, options } = flags;
  if (tls === "none") return startWith(flags, options);
  if (tls !== "made") return startWith(flags, { ...options, tls: readCertificate(tls.cert, tls.key) });
  const { makeCertificate } = await import("../service/made-certificate.ts");
  const { remove, ...made } = await makeCertificate();
  try {
    const { service, release } = await startWith(flags, { ...options, tls: made });
    return {
      service,
      release() {
        release();
        remove();
      },
    };
  } catch (failure) {
    remove();
    throw failure;
  }
}

async function startWith({ dataDir, fresh }: ServeFlags, options: ServeFlags["options"]): Promise<Started> {
  if (dataDir === MEMORY)
    return { service: await startService({ ...options, place: MEMORY }), release: () => undefined };
  const taken = await takeDataDirectory(dataDir);
  if (taken.kind === "running") {
    throw new Error(
      `a service already runs on ${dataDir} (process ${taken.pid}, ${taken.ready.baseUrl}): use that one, stop it, or name another --data directory.`,
    );
  }
  try {
    if (fresh) removeData(dataDir);
    const service = await startService({ ...options, place: dataFile(dataDir) });
    taken.announce(service.ready);
    return { service, release: taken.release };
  } catch (failure) {
    taken.release();
    throw failure;
  }
}

function sentenceOf(failure: unknown, { options }: ServeFlags): string {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "EADDRINUSE") return `port ${options.port} is taken: name another, or 0 for any free one.`;
  if (code === "EACCES")
    return `port ${options.port} may not be used (permission denied): name another, or 0 for any free one.`;
  return reasonOf(failure);
}

const greeting = (ready: ServiceReady, dataDir: string): string => `The service is ready at ${ready.baseUrl}.
  project      ${ready.groups.find(({ id }) => id === ready.groupId)?.name ?? ""} ${ready.groupId}
  API key      ${ready.publicKey} / ${ready.privateKey}
  account      ${ready.clientId} / ${ready.clientSecret}
  tokens       ${ready.tokenUrl}
  data         ${dataDir}${ready.caFile === undefined ? "" : `\n  trust        ${ready.caFile} (SEXTANT_CA_FILE)`}
Ctrl-C ends it.
`;
