import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json, JsonObject } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import type { AuthContext } from "../auth/authentication.ts";
import type { Budgets } from "../instances/budgets.ts";
import type { Random } from "../random.ts";
import type { WireAnswer } from "../requests/answer.ts";
import type { Caller } from "../requests/callers.ts";
import type { Call } from "../requests/handler.ts";
import type { Document, DocumentDraft, ReadTransaction, Store, WriteTransaction } from "../storage/storage.ts";

/** Effects of a scenario on a request; each is optional. */
export type FaultEffect = {
  /** Before an admitted request is processed: may wait, refuse (throws an `HttpError`) or break off. */
  readonly before?: (request: AdmittedRequest) => Promise<void>;
  /** After the body has been read: may wait. The request is then processed, even if the caller has disconnected. */
  readonly pause?: (request: AdmittedRequest) => Promise<void>;
  /** Checks a body after its validation: may refuse. */
  readonly judge?: (operation: Operation, body: JsonObject) => void;
  /** Checks the stored state inside a write's transaction, before its handler: may refuse. */
  readonly guard?: (transaction: ReadTransaction, call: Call) => Promise<void>;
  /** Returns another page than the requested one. */
  readonly page?: (page: PageRequest) => PageRequest;
  /** Changes the content of a successful answer, in the contract's names. */
  readonly content?: (content: Json, operation: Operation) => Json;
  /** Changes the answer on the wire, including headers; errors of the service pass through here too. */
  readonly answer?: (answer: WireAnswer) => WireAnswer;
  /** Delay of the finished answer, in milliseconds. */
  readonly holds?: number;
  /** Breaks the connection instead of answering (`none`), or in the middle of the body (`half`); the request has been processed. */
  readonly breaks?: "none" | "half";
  /** Runs after a successful answer has been sent, for example an edit by another user. */
  readonly afterwards?: (transaction: WriteTransaction, answered: AnsweredRequest) => Promise<void>;
};

/** A request that was admitted (`stage`, in `scenario.ts`). */
export type AdmittedRequest = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly method: string;
  readonly path: string;
  /** Null at the token endpoint, a download link and similar paths, which have no caller either. */
  readonly operation: Operation | null;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller | null;
  readonly store: Store;
  readonly auth: AuthContext;
  readonly wallClock: () => number;
};

/** The requested page of a list. */
type PageRequest = { readonly offset: number; readonly limit: number; readonly pageNumber: number };

/** An answered request. */
export type AnsweredRequest = {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  /** Simulated time in milliseconds. */
  readonly now: number;
};

/** Changes stored documents under a scenario: the next one of a kind, or existing ones. */
export type EntityFault = {
  readonly kind: string;
  /** True if a write begins something new, which counts as the next one. */
  begins(draft: DocumentDraft, former: Document | undefined): boolean;
  /**
   * The document as the scenario changes it; null if it can no longer be changed so.
   *
   * @param now simulated time in milliseconds
   */
  apply(transaction: WriteTransaction, draft: DocumentDraft, now: number): Promise<DocumentDraft | null>;
  /** True if the change can still be undone: finished things stay as they ended. */
  isLive(document: Document): boolean;
};

/** A process that starts when a scenario is switched on and ends when it is switched off. */
export type FaultProcess = {
  start(transaction: WriteTransaction, place: FaultPlace): Promise<void>;
  stop(transaction: WriteTransaction, place: FaultPlace): Promise<void>;
};

type FaultPlace = {
  readonly groupId: string;
  readonly orgId: string;
  readonly now: number;
  readonly name: string;
};

/** Dependencies of scenarios, besides their options. */
export type ScenarioContext = {
  readonly random: Random;
  readonly budgets: (factor: number) => Budgets;
  /** Aborted when the service ends, so that nothing waits any longer. */
  readonly ended: AbortSignal;
};

/** Aborts a request whose connection is cut: no answer is sent. */
export class ConnectionCut extends Error {
  constructor() {
    super("the connection was cut by a scenario");
    this.name = "ConnectionCut";
  }
}
