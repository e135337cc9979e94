import { setTimeout as wait } from "node:timers/promises";
import type { DialectId } from "../contract/wire/dialect.ts";
import { hideHistoryIfQuiet } from "./access-history/stored.ts";
import { type DigestAlgorithm, DigestGate } from "./auth/digest.ts";
import { Faults } from "./faults/faults.ts";
import type { RequestedFault } from "./faults/requested-fault.ts";
import { Budgets, DEFAULT_FACTOR } from "./instances/budgets.ts";
import { type MeasuresPage, NO_MEASURES } from "./instances/measures.ts";
import { openStorage } from "./open-storage.ts";
import { findCaller, newSecret } from "./requests/callers.ts";
import { prepareSampleWorld, readKeys, readPort, readSampleWorld, writePort } from "./sample-world.ts";
import { DEFAULT_SIZE, type SeedSize } from "./seed/size.ts";
import { hostOfAddress, LOOPBACK, METRICS_PREFIX } from "./server/addresses.ts";
import type { Tls } from "./server/certificate.ts";
import { controlPrefix, createControl } from "./server/control.ts";
import type { ServiceContext } from "./server/exchange.ts";
import { LAST_ANSWERS, LAST_ANSWERS_OF_SHARED, type Listening, type ListeningAt, listen } from "./server/http.ts";
import type { ServiceReady } from "./server/ready.ts";
import { reportOnce, type ServiceLog } from "./server/request-log.ts";
import { createApp } from "./server/routes.ts";
import { readAnchor, simulatedAt } from "./storage/clock.ts";
import { SERVICE, type Store } from "./storage/storage.ts";

/** Options of a service. Defaults are those of `sextant serve`. */
export type ServiceOptions = {
  /** The data file, `:memory:`, or the address of a PostgreSQL database (`postgres://…`). */
  readonly place: string;
  /** 0 takes a free port. */
  readonly port?: number;
  readonly dialect?: DialectId;
  readonly digest?: DigestAlgorithm;
  /** The IP address to listen on; the loopback address when left out. */
  readonly listen?: string;
  /** Other machines may use the control surface too. */
  readonly openControl?: boolean;
  /** The origin for callers, where that is not its own: that of a load balancer or a proxy in front of it. */
  readonly origin?: string;
  /** Enables TLS with this certificate. */
  readonly tls?: Tls;
  /** Simulated seconds a real second. */
  readonly speed?: number;
  /** True: no simulated activity. */
  readonly quiet?: boolean;
  readonly size?: Partial<SeedSize>;
  /** Time from which the age of a new sample's organisation and projects counts (ms): their ids contain it. Default: now. */
  readonly founded?: number;
  /** Factor on the published sizes of the request budgets. */
  readonly budgetFactor?: number;
  /** Scenarios that are active from the start. */
  readonly faults?: readonly RequestedFault[];
  /** Receives internal errors; default: prints them to stderr. */
  readonly report?: (trouble: string) => void;
  /** Collects metrics for `/metrics`. */
  readonly metrics?: boolean;
  /** Logs requests and errors: receives lines of JSON. */
  readonly log?: (line: string) => void;
  /**
   * Time for which an instance on a shared database still takes requests after it is asked to stop, in milliseconds: meanwhile `/readyz` reports that
   * it is stopping, and a load balancer sends no more.
   */
  readonly drainTime?: number;
  /** Milliseconds of the wall clock: for tests. */
  readonly wallClock?: () => number;
};

export type RunningService = {
  readonly ready: ServiceReady;
  /** The port that it listens on. */
  readonly port: number;
  stop(): Promise<void>;
};

/**
 * Starts the service in this process: opens or creates the data, and listens.
 *
 * @throws when the data cannot be opened or the port is taken
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { place, port = 0, dialect = "specification", speed = 1, quiet = false, wallClock = Date.now } = options;
  const metricsPage = await openMeasures(options);
  const log = await openLog(options);
  const measures = metricsPage ?? NO_MEASURES;
  const report = options.report ?? log?.trouble ?? ((trouble: string) => process.stderr.write(`sextant: ${trouble}\n`));
  const once = reportOnce(report);
  const { store, state, isShared } = await openStorage(place, wallClock, measures);
  try {
    await prepareSampleWorld(store, { ...DEFAULT_SIZE, ...options.size }, speed, wallClock(), {
      founded: options.founded,
      quiet,
      report: once,
    });
    await store.write(null, async (transaction) => {
      const now = simulatedAt(await readAnchor(transaction), wallClock());
      await hideHistoryIfQuiet(transaction, now, quiet);
    });
    const { keys, anchor } = await store.read(async (transaction) => ({
      keys: await readKeys(transaction),
      anchor: await readAnchor(transaction),
    }));
    let base = "";
    const parts: ServiceContext = {
      store,
      dialect,
      auth: {
        digest: new DigestGate(options.digest ?? "MD5", keys.signingKey, state, wallClock),
        signingKey: keys.signingKey,
        scrape: { username: keys.scrapeUsername, password: keys.scrapePassword },
      },
      state,
      budgets: new Budgets(state, { factor: options.budgetFactor ?? DEFAULT_FACTOR, wallClock }),
      faults: new Faults(state, dialect, wallClock),
      // Whoever may control one instance may control the others on the same data.
      controlToken: isShared ? keys.controlToken : newSecret(),
      quiet,
      wallClock,
      measures,
      metricsPage,
      log,
      report,
      reportOnce: once,
      base: () => base,
      anchor,
      isDraining: false,
    };
    await switchOnAll(parts, options);
    const { tls } = options;
    const ready = async (): Promise<ServiceReady> => ({
      ...(await tell(store, dialect, base, parts.controlToken)),
      ...(tls?.caFile === undefined ? {} : { caFile: tls.caFile }),
    });
    const control = createControl(parts, ready, options.openControl === true);
    const app = createApp(parts, control);
    const { listen: address = LOOPBACK } = options;
    const at = { address, port, tls: tls ?? null };
    const listening = isShared ? await listen(parts, app, at) : await listenAgain(parts, app, at);
    const own =
      tls === undefined
        ? `http://${hostOfAddress(address)}:${listening.port}`
        : `https://${hostOfAddress(tls.host)}:${listening.port}`;
    base = options.origin ?? own;
    return {
      ready: await ready(),
      port: listening.port,
      async stop() {
        parts.isDraining = true;
        if (isShared) await wait(options.drainTime ?? 0);
        parts.faults.end();
        const stopped = listening.stop(isShared ? LAST_ANSWERS_OF_SHARED : LAST_ANSWERS);
        control.letGo();
        await stopped;
        await store.close();
      },
    };
  } catch (failure) {
    // The first error is the useful one: closing fails for the same reason.
    await store.close().catch(() => undefined);
    throw failure;
  }
}

/** Loaded only on request, as are scenarios and the log: a console has none of them. */
async function openMeasures({ metrics = false }: ServiceOptions): Promise<MeasuresPage | null> {
  if (!metrics) return null;
  const { prometheusMeasures } = await import("./server/prometheus.ts");
  return prometheusMeasures();
}

async function switchOnAll(parts: ServiceContext, { faults = [] }: ServiceOptions): Promise<void> {
  if (faults.length === 0) return;
  const { switchOn } = await import("./server/fault-control.ts");
  for (const wish of faults) await switchOn(parts, wish);
}

async function openLog({ log }: ServiceOptions): Promise<ServiceLog | null> {
  if (log === undefined) return null;
  const { jsonLog } = await import("./server/json-log.ts");
  return jsonLog(log);
}

/**
 * Listens on the port on which this data was served last, if any port is allowed and that one is free: clients that know its address find the service
 * there again.
 */
async function listenAgain(
  parts: ServiceContext,
  app: ReturnType<typeof createApp>,
  at: ListeningAt,
): Promise<Listening> {
  const { port } = at;
  const former = port === 0 ? await parts.store.read(readPort) : port;
  const listening = await listen(parts, app, { ...at, port: former }).catch((failure: unknown) => {
    if (port !== 0 || former === 0) throw failure;
    return listen(parts, app, at);
  });
  if (listening.port !== former)
    await parts.store.write(SERVICE, (transaction) => writePort(transaction, listening.port));
  return listening;
}

/** The ready line for this data at this address. */
async function tell(store: Store, dialect: DialectId, baseUrl: string, controlToken: string): Promise<ServiceReady> {
  return store.read(async (transaction) => {
    const keys = await readKeys(transaction);
    const world = await readSampleWorld(transaction);
    const secretOf = async (name: string): Promise<string> => (await findCaller(transaction, name))?.secret ?? "";
    return {
      baseUrl,
      metricsUrl: `${baseUrl}${METRICS_PREFIX}`,
      tokenUrl: `${baseUrl}/api/oauth/token`,
      controlUrl: `${baseUrl}${controlPrefix}`,
      controlToken,
      dialect,
      ...world,
      publicKey: keys.publicKey,
      privateKey: await secretOf(keys.publicKey),
      clientId: keys.clientId,
      clientSecret: await secretOf(keys.clientId),
      scrapeUsername: keys.scrapeUsername,
      scrapePassword: keys.scrapePassword,
    };
  });
}
