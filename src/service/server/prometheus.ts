import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { MeasuresPage, PoolState } from "../instances/measures.ts";

/** Histogram buckets in seconds: from an answer out of memory to one that waited for a lock. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Metrics for Prometheus. Loaded only by a service that is started with metrics (`ServiceOptions.metrics`): prom-client is not loaded at a console's
 * start.
 */
export function prometheusMeasures(): MeasuresPage {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  let readPools: () => readonly PoolState[] = () => [];

  const requests = new Counter({
    name: "sextant_requests_total",
    help: "Requests that were answered, by operation and HTTP status; status 0: the connection was closed without an answer.",
    labelNames: ["operation", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "sextant_request_seconds",
    help: "Seconds from the head of a request to the end of its answer, by operation.",
    labelNames: ["operation"],
    buckets: BUCKETS,
    registers,
  });
  const counter = (name: string, help: string): Counter => new Counter({ name, help, registers });
  const moved = counter("sextant_transitions_due_total", "Documents whose due transitions were applied.");
  const conflicts = counter(
    "sextant_write_conflicts_total",
    "Writes that were done again because another instance wrote the same documents first.",
  );
  const retries = counter(
    "sextant_write_retries_total",
    "Writes that were done again because the connection to the database was lost.",
  );
  const unknown = counter(
    "sextant_outcomes_unknown_total",
    "Writes of which nobody can say whether they were kept, because the connection to the database was lost.",
  );
  const poolGauge = (name: string, help: string, of: (state: PoolState) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["pool"],
      registers,
      collect() {
        for (const state of readPools()) this.set({ pool: state.pool }, of(state));
      },
    });
  poolGauge("sextant_pool_connections", "Connections to the database that are open.", ({ total }) => total);
  poolGauge("sextant_pool_idle_connections", "Connections to the database that are free.", ({ idle }) => idle);
  poolGauge("sextant_pool_waiting", "Work that waits for a connection to the database.", ({ waiting }) => waiting);

  return {
    answered(operation, status, duration) {
      requests.inc({ operation, status });
      seconds.observe({ operation }, duration);
    },
    moved: (documents) => moved.inc(documents),
    conflicted: () => conflicts.inc(),
    retried: () => retries.inc(),
    outcomeUnknown: () => unknown.inc(),
    watchPools(read) {
      readPools = read;
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
