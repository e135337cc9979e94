import { DIALECTS } from "../contract/wire/dialect.ts";
import { FASTEST_SPEED } from "../contract/wire/wire.ts";
import { removeData, takeDataDirectory } from "../service/embedded/data-directory.ts";
import { dataFile } from "../service/embedded/own-directory.ts";
import { checkedFaults } from "../service/faults/prepared.ts";
import { FaultProblem, type RequestedFault } from "../service/faults/requested-fault.ts";
import { readAddress } from "../service/postgres/address.ts";
import { LOOPBACK } from "../service/server/addresses.ts";
import { readCertificate } from "../service/server/certificate.ts";
import type { ServiceReady } from "../service/server/ready.ts";
import { type RunningService, type ServiceOptions, startService } from "../service/service.ts";
import { MOST_SNAPSHOTS } from "../service/snapshots/stored.ts";
import { serviceFolder, settingsPaths } from "../settings/paths.ts";
import { ENDING_SIGNALS } from "../terminal/ending-signals.ts";
import { SECOND } from "../text/durations.ts";
import { messageOf } from "../text/thrown.ts";
import { EXIT, reportFailure } from "./exit.ts";
import { errorPrinter, print } from "./output.ts";
import { databaseOf } from "./serve/database.ts";
import { type Reach, readReach } from "./serve/reach.ts";
import { helpOf } from "./table/help.ts";
import { checkPositionals, parse } from "./table/parse.ts";
import { SERVE } from "./table/serve-commands.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant serve`: runs the service alone, until a signal ends it. */

const FAILED = 1;

const MEMORY = ":memory:";

/**
 * An instance on a database still takes requests for this long after SIGTERM: a load balancer that polls /readyz every second has noticed by then.
 */
export const DRAIN_TIME = 3 * SECOND;

/** Flags of the command line. */
type ServeFlags = {
  /** Data directory, or `:memory:`. */
  readonly dataDir: string;
  /** Database URL, used in place of a data directory. */
  readonly database: string | null;
  readonly reach: Reach;
  readonly fresh: boolean;
  readonly json: boolean;
  readonly tls: "none" | "made" | { readonly cert: string; readonly key: string };
  readonly options: Omit<ServiceOptions, "place">;
};

type Numbers = "port" | "speed" | "seed" | "alerts" | "projects" | "snapshots";

function faultsOf(text: string): readonly RequestedFault[] {
  try {
    return checkedFaults(text);
  } catch (failure) {
    if (failure instanceof FaultProblem) throw new WrongUse(`--faults: ${failure.message}`, { cause: failure });
    throw failure;
  }
}

function tlsOf(made: boolean, cert: string | undefined, key: string | undefined): ServeFlags["tls"] {
  if (cert === undefined && key === undefined) return made ? "made" : "none";
  if (cert === undefined || key === undefined) throw new WrongUse("--tls-cert and --tls-key require each other.");
  return { cert, key };
}

/** The flags of the command line, or null for `--help`. */
function readFlags(argv: readonly string[]): ServeFlags | null {
  const parsed = parse(SERVE, argv);
  if (parsed.help) return null;
  checkPositionals(SERVE, parsed.words);
  const number = (name: Numbers, least: number, most: number, whole = true): number => {
    const text = parsed.text(name) ?? "";
    const value = Number(text);
    const fits = text.trim() !== "" && value >= least && value <= most && (!whole || Number.isInteger(value));
    if (!fits) throw new WrongUse(`--${name} takes a ${whole ? "whole " : ""}number from ${least} to ${most}.`);
    return value;
  };
  const dataDir = parsed.text("data") ?? serviceFolder(settingsPaths());
  const database = databaseOf(parsed.text("database"), parsed.text("data"));
  if (database !== null && parsed.isOn("fresh")) {
    throw new WrongUse("--fresh deletes a data directory: a database is emptied with its own tools.");
  }
  const tls = tlsOf(parsed.isOn("tls"), parsed.text("tls-cert"), parsed.text("tls-key"));
  const reach = readReach(parsed.text("listen") ?? "", parsed.text("behind-proxy"), typeof tls === "object");
  const faults = parsed.text("faults");
  if (tls === "made" && reach.listen !== LOOPBACK) {
    throw new WrongUse(
      `--tls makes a certificate for ${LOOPBACK}: for another --listen address, add --tls-cert and --tls-key.`,
    );
  }
  return {
    dataDir,
    database,
    reach,
    fresh: parsed.isOn("fresh"),
    json: parsed.isOn("json"),
    tls,
    options: {
      listen: reach.listen,
      openControl: parsed.isOn("control"),
      ...(reach.origin === undefined ? {} : { origin: reach.origin }),
      port: number("port", 0, 65_535),
      speed: number("speed", 0, FASTEST_SPEED, false),
      quiet: parsed.isOn("quiet"),
      dialect: DIALECTS.find((one) => one === parsed.text("dialect")) ?? "specification",
      digest: parsed.text("digest") === "sha-256" ? "SHA-256" : "MD5",
      metrics: true,
      drainTime: DRAIN_TIME,
      ...(parsed.text("log") === "json" ? { log: (line: string) => process.stderr.write(line) } : {}),
      ...(faults === undefined ? {} : { faults: faultsOf(faults) }),
      size: {
        seed: number("seed", 0, Number.MAX_SAFE_INTEGER),
        alerts: number("alerts", 0, 1_000_000),
        projects: number("projects", 3, 1000),
        snapshots: number("snapshots", 0, MOST_SNAPSHOTS),
      },
    },
  };
}

const complain = errorPrinter(SERVE);

/**
 * Runs `sextant serve`.
 *
 * @param argv the arguments after `serve`
 * @returns the exit code: 0 after a clean stop, 1 when the service could not start, 2 for wrong use
 */
export async function serve(argv: readonly string[]): Promise<number> {
  if (argv[0] === "keys") return (await import("./serve/keys.ts")).serveKeys(argv.slice(1));
  let flags: ServeFlags | null;
  try {
    flags = readFlags(argv);
  } catch (error) {
    return reportFailure(error, complain);
  }
  if (flags === null) {
    await print(helpOf(SERVE));
    return EXIT.done;
  }
  const ending = endSignal();
  try {
    const { service, release } = await start(flags);
    try {
      await print(flags.json ? `${JSON.stringify(service.ready)}\n` : greeting(service.ready, flags));
      await ending;
    } finally {
      await service.stop().finally(release);
    }
    return EXIT.done;
  } catch (failure) {
    complain(sentenceOf(failure, flags));
    return FAILED;
  }
}

/** Resolves on a signal to end, or when the terminal is closed. */
const endSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ENDING_SIGNALS) process.once(signal, () => resolve());
  });

type Started = { readonly service: RunningService; release(): void };

async function start(flags: ServeFlags): Promise<Started> {
  const { tls, options } = flags;
  if (tls === "none") return startWith(flags, options);
  if (tls !== "made")
    return startWith(flags, { ...options, tls: readCertificate(tls.cert, tls.key, flags.reach.isOpen) });
  const { makeCertificate } = await import("../service/server/made-certificate.ts");
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

async function startWith(
  { dataDir, database, fresh, reach }: ServeFlags,
  options: ServeFlags["options"],
): Promise<Started> {
  if (database !== null) {
    return { service: await startService({ ...options, place: database }), release: () => undefined };
  }
  if (dataDir === MEMORY)
    return { service: await startService({ ...options, place: MEMORY }), release: () => undefined };
  const taken = await takeDataDirectory(dataDir);
  if (taken.kind === "running") {
    throw new Error(
      `another service uses ${dataDir} (process ${taken.pid}, ${taken.ready.baseUrl}): use that one, stop it, or name another --data directory.`,
    );
  }
  const { directory } = taken;
  try {
    if (fresh) removeData(dataDir);
    const service = await startService({ ...options, place: dataFile(dataDir) });
    directory.announce(service.ready, reach.isOpen);
    return { service, release: directory.release };
  } catch (failure) {
    directory.release();
    throw failure;
  }
}

function sentenceOf(failure: unknown, { options, reach }: ServeFlags): string {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "EADDRNOTAVAIL") return `this machine has no address ${reach.listen}: name one of its own.`;
  if (code === "EADDRINUSE") return `port ${options.port} is in use: choose another port, or 0 for any free port.`;
  if (code === "EACCES")
    return `port ${options.port} is not allowed (permission denied): choose another port, or 0 for any free port.`;
  return messageOf(failure);
}

/** Keys are printed only on a terminal that nobody else sees, never in output that others read: the log of a team's service. */
function greeting(ready: ServiceReady, { dataDir, database, reach }: ServeFlags): string {
  const isOfTeam = reach.isOpen || database !== null;
  const keys = isOfTeam
    ? "  keys         not shown here: sextant serve keys add makes one"
    : `  API key      ${ready.publicKey} / ${ready.privateKey}
  account      ${ready.clientId} / ${ready.clientSecret}`;
  return `The service is ready at ${ready.baseUrl}.
  project      ${ready.groups.find(({ id }) => id === ready.groupId)?.name ?? ""} ${ready.groupId}
${keys}
  tokens       ${ready.tokenUrl}
  data         ${database === null ? dataDir : readAddress(database).shown}${ready.caFile === undefined ? "" : `\n  trust        ${ready.caFile} (SEXTANT_CA_FILE)`}
Ctrl-C stops the service.
`;
}
