import { lookupTable } from "../contract/json/own-values.ts";
import { DAY } from "../text/durations.ts";
import { messageOf, reasonOf } from "../text/thrown.ts";
import { ALERT_GENERATOR, generatorTransition } from "./alerts/generator.ts";
import { ALERT_SOURCE, emittedAlerts } from "./alerts/sources.ts";
import { ALERT, alertKeys, enabledConfigurations, sourceKey } from "./alerts.ts";
import { BACKUP_SCHEDULE } from "./backup-schedules/stored.ts";
import { scheduleTransition } from "./backup-schedules.ts";
import { COMPLIANCE_POLICY } from "./compliance-policy/stored.ts";
import { EXPORT_BUCKET } from "./export-buckets/stored.ts";
import { exportOfMoved } from "./export-jobs/automatic.ts";
import { EXPORT_JOB, exportJobAt } from "./export-jobs/stored.ts";
import { MIGRATION, migrationAt, VALIDATION, validationAt } from "./live-migration/stored.ts";
import { CLUSTER } from "./projects.ts";
import { RESTORE_JOB, restoreJobAt } from "./restore-jobs/stored.ts";
import { SEARCH_INDEX } from "./search-indexes/stored.ts";
import { SEARCH_NODES } from "./search-nodes.ts";
import type { ReportOnce } from "./server/request-log.ts";
import { doneAt, snapshotAt } from "./snapshots/life.ts";
import { SNAPSHOT } from "./snapshots/stored.ts";
import { draftAt } from "./storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, WriteTransaction } from "./storage/storage.ts";
import { isRemoved, type TransitionResult } from "./storage/timeline.ts";

/** Applies due transitions. Each kind of document has its own transition; a request applies only those in its own scope. */
type Transition = (transaction: ReadTransaction, document: Document, now: number) => Promise<TransitionResult>;

/** Removes a document at its end. */
const ended: Transition = async (_transaction, document) => ({ drafts: [], removed: [document] });

/** Applies a document's timeline, and removes it at its end. */
const asItsTimelineSays: Transition = async (transaction, document, now) => {
  const moved = draftAt(document, now);
  return isRemoved(moved.body) ? ended(transaction, document, now) : { drafts: [moved] };
};

const TRANSITIONS: Readonly<Record<string, Transition>> = lookupTable({
  async [ALERT](_transaction, document, now) {
    const moved = draftAt(document, now);
    return { drafts: [{ ...moved, keys: alertKeys(moved.body, document.keys) }] };
  },
  // Only the removal of an index is due: the states of its hosts are computed from its builds.
  [SEARCH_INDEX]: ended,
  [SEARCH_NODES]: asItsTimelineSays,
  async [SNAPSHOT](transaction, document, now) {
    const next = snapshotAt(document, now);
    if (next === null) return ended(transaction, document, now);
    return { drafts: [next, ...(await exportOfMoved(transaction, document, next, doneAt(document), now))] };
  },
  [BACKUP_SCHEDULE]: scheduleTransition,
  [COMPLIANCE_POLICY]: asItsTimelineSays,
  // Only the removal of a bucket is due.
  [EXPORT_BUCKET]: ended,
  [EXPORT_JOB]: exportJobAt,
  [RESTORE_JOB]: restoreJobAt,
  [CLUSTER]: asItsTimelineSays,
  [MIGRATION]: async (_transaction, document, now) => ({ drafts: [migrationAt(document, now)] }),
  [VALIDATION]: async (_transaction, document, now) => ({ drafts: [validationAt(document, now)] }),
  [ALERT_GENERATOR]: generatorTransition,
  async [ALERT_SOURCE](transaction, document, now) {
    const configurations = await enabledConfigurations(transaction, document.parent);
    const drafts = emittedAlerts(
      document,
      now,
      configurations.map(({ body }) => body),
    );
    const brought = { kind: ALERT, parent: document.parent, key: sourceKey(document.id) };
    const tooMany = (await transaction.count(brought)) + drafts.length - KEPT;
    const oldest = tooMany > 0 ? await transaction.list(brought, { offset: 0, limit: tooMany }) : [];
    return { drafts, removed: oldest };
  },
});

/** Maximum of alerts kept per source: new ones displace the oldest. */
const KEPT = 2000;

/**
 * Collects writes and executes them together, before a read of what they change: a database takes them in a few statements. (1,000 alerts that were
 * due to close took PostgreSQL 1.2 s one by one, and take 0.12 s.)
 */
class DelayedWrites {
  readonly #transaction: WriteTransaction;
  #drafts: DocumentDraft[] = [];
  #isLost = false;
  /** Reads that see all collected writes. */
  readonly reads: ReadTransaction;

  constructor(transaction: WriteTransaction) {
    this.#transaction = transaction;
    const read =
      <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        try {
          await this.flush();
          return await work(...given);
        } catch (failure) {
          this.#isLost = true;
          throw failure;
        }
      };
    this.reads = {
      get: read(transaction.get),
      getAll: read(transaction.getAll),
      getText: read(transaction.getText),
      list: read(transaction.list),
      listTexts: read(transaction.listTexts),
      count: read(transaction.count),
      isDue: read(transaction.isDue),
      due: read(transaction.due),
    };
  }

  /** True when the storage itself failed: its transaction cannot continue. */
  get isLost(): boolean {
    return this.#isLost;
  }

  put(drafts: readonly DocumentDraft[]): void {
    for (const draft of drafts) this.#drafts.push(draft);
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.flush();
    await this.#transaction.remove(kind, id);
  }

  async flush(): Promise<void> {
    const drafts = this.#drafts;
    if (drafts.length === 0) return;
    this.#drafts = [];
    await this.#transaction.putAll(drafts);
  }
}

/** Maximum of transitions per request; the rest is applied by the next. */
const ROUNDS = 4;
const AT_ONCE = 250;

/** Delay before a failed transition is tried again: rarely, because it most likely fails again; not never, because a newer version may fix it. */
const AGAIN_AFTER = DAY;

/** Time and scope of a run of due transitions. */
export type DueTransitionsRun = {
  /** Simulated milliseconds. */
  readonly now: number;
  readonly quiet: boolean;
  readonly report: ReportOnce;
};

/**
 * The transition of a document. If it fails, because of a value that an earlier version accepted, the document stays as it is and must not block
 * others: the same requests, and every start, move everything of the project.
 */
async function resultOf(
  writes: DelayedWrites,
  document: Document,
  { now, report }: DueTransitionsRun,
): Promise<TransitionResult> {
  const { kind, id } = document;
  try {
    const transition = TRANSITIONS[kind];
    if (transition === undefined) throw new TypeError(`nothing says how a ${kind} moves`);
    return await transition(writes.reads, document, now);
  } catch (failure) {
    if (writes.isLost) throw failure;
    report(
      `${kind} ${id} ${messageOf(failure)}`,
      `A change that was due failed: ${kind} ${id} stays as it was, and the change is tried again after a day. ${reasonOf(failure)}`,
    );
    return { drafts: [{ ...document, nextDue: now + AGAIN_AFTER }] };
  }
}

/** Applies all transitions of a scope up to now, within bounds. @returns the number of due documents */
export async function runDueTransitions(
  transaction: WriteTransaction,
  scope: string,
  run: DueTransitionsRun,
): Promise<number> {
  const { now, quiet } = run;
  let moved = 0;
  // Usually nothing is due, which the index alone can tell.
  if (!(await transaction.isDue(scope, now, quiet))) return moved;
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await transaction.due(scope, now, quiet, AT_ONCE);
    moved += due.length;
    const writes = new DelayedWrites(transaction);
    for (const document of due) {
      const { drafts, removed = [] } = await resultOf(writes, document, run);
      for (const { kind, id } of removed) await writes.remove(kind, id);
      writes.put(drafts);
    }
    await writes.flush();
    if (due.length < AT_ONCE && due.every(({ kind }) => kind !== ALERT_SOURCE && kind !== ALERT_GENERATOR)) break;
  }
  return moved;
}
