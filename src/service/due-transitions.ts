import { lookupTable } from "../contract/json/own-values.ts";
import { DAY } from "../text/durations.ts";
import { messageOf, reasonOf } from "../text/thrown.ts";
import { ALERT_GENERATOR, generatorTransition } from "./alerts/generator.ts";
import { ALERT_SOURCE, emit } from "./alerts/sources.ts";
import { ALERT, alertKeys, enabledConfigurations, sourceKey } from "./alerts.ts";
import { BACKUP_SCHEDULE } from "./backup-schedules/stored.ts";
import { scheduleTransition } from "./backup-schedules.ts";
import { COMPLIANCE_POLICY } from "./compliance-policy/stored.ts";
import { EXPORT_BUCKET } from "./export-buckets/stored.ts";
import { exportOfMoved } from "./export-jobs/automatic.ts";
import { EXPORT_JOB, moveExport } from "./export-jobs/stored.ts";
import { MIGRATION, migrationAt, VALIDATION, validationAt } from "./live-migration/stored.ts";
import { CLUSTER } from "./projects.ts";
import { moveRestore, RESTORE_JOB } from "./restore-jobs/stored.ts";
import { SEARCH_INDEX } from "./search-indexes/stored.ts";
import { SEARCH_NODES } from "./search-nodes.ts";
import type { ReportOnce } from "./server/request-log.ts";
import { doneAt, snapshotAt } from "./snapshots/life.ts";
import { SNAPSHOT } from "./snapshots/stored.ts";
import { draftAt } from "./storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction, WriteTransaction } from "./storage/storage.ts";
import { isGone, type TransitionResult } from "./storage/timeline.ts";

/**
 * Applies what is due. Each kind of document says how it moves; a request moves what is due in its own scope and no more.
 */
type Transition = (transaction: ReadTransaction, document: Document, now: number) => Promise<TransitionResult>;

/** What has come to its end. */
const ended: Transition = async (_transaction, document) => ({ drafts: [], removed: [document] });

/** What moves as its timeline says, to its end. */
const asItsTimelineSays: Transition = async (transaction, document, now) => {
  const moved = draftAt(document, now);
  return isGone(moved.body) ? ended(transaction, document, now) : { drafts: [moved] };
};

const TRANSITIONS: Readonly<Record<string, Transition>> = lookupTable({
  async [ALERT](_transaction, document, now) {
    const moved = draftAt(document, now);
    return { drafts: [{ ...moved, keys: alertKeys(moved.body, document.keys) }] };
  },
  // Only the end of an index is due: what its hosts have follows from its builds.
  [SEARCH_INDEX]: ended,
  [SEARCH_NODES]: asItsTimelineSays,
  async [SNAPSHOT](transaction, document, now) {
    const next = snapshotAt(document, now);
    if (next === null) return ended(transaction, document, now);
    return { drafts: [next, ...(await exportOfMoved(transaction, document, next, doneAt(document), now))] };
  },
  [BACKUP_SCHEDULE]: scheduleTransition,
  [COMPLIANCE_POLICY]: asItsTimelineSays,
  // Only the end of a bucket is due.
  [EXPORT_BUCKET]: ended,
  [EXPORT_JOB]: moveExport,
  [RESTORE_JOB]: moveRestore,
  [CLUSTER]: asItsTimelineSays,
  [MIGRATION]: async (_transaction, document, now) => ({ drafts: [migrationAt(document, now)] }),
  [VALIDATION]: async (_transaction, document, now) => ({ drafts: [validationAt(document, now)] }),
  [ALERT_GENERATOR]: generatorTransition,
  async [ALERT_SOURCE](transaction, document, now) {
    const configurations = await enabledConfigurations(transaction, document.parent);
    const drafts = emit(
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

/** How many alerts of a source are kept: the oldest go when new ones come. */
const KEPT = 2000;

/**
 * Writes of many documents, done together when somebody reads what they changed: a database takes them as a few statements. (1,000 alerts
 * that were due to close took PostgreSQL 1.2 s one by one, and take 0.12 s.)
 */
class DelayedWrites {
  readonly #transaction: WriteTransaction;
  #drafts: DocumentDraft[] = [];
  #isLost = false;
  /** What is read is as if everything had been written. */
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

  /** Whether the storage itself has failed: its transaction cannot go on. */
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

/** How much one request moves at most; what is left is moved by the next. */
const ROUNDS = 4;
const AT_ONCE = 250;

/** When what could not be carried out is tried again: rarely, as it most likely fails again, and never is what no newer version mends. */
const AGAIN_AFTER = DAY;

/** By what time and for whom things are moved. */
export type DueTransitionsRun = {
  /** Simulated milliseconds. */
  readonly now: number;
  readonly quiet: boolean;
  readonly report: ReportOnce;
};

/**
 * What becomes of a document. Where that cannot be told, as a value stands in it that an earlier version let in, it stays as it is, and
 * nothing else waits for it: everything of the project is moved by the same requests, and at every start.
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

/** Moves everything in a scope to now, within bounds. @returns how many documents were due */
export async function runDueTransitions(
  transaction: WriteTransaction,
  scope: string,
  run: DueTransitionsRun,
): Promise<number> {
  const { now, quiet } = run;
  let moved = 0;
  // Mostly nothing is, and the index alone says so.
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
