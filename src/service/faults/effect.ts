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

/** What a scenario does, once it strikes: whatever of these it has. */
export type FaultEffect = {
  /** Before a request that was let in is worked on: may wait, refuse (throws a refusal) or break off. */
  readonly before?: (met: Met) => Promise<void>;
  /** When the body has been read too: may wait. What was asked is then done, whether or not the caller is still there. */
  readonly pause?: (met: Met) => Promise<void>;
  /** Judges a body that was read and checked: may refuse. */
  readonly judge?: (operation: Operation, body: JsonObject) => void;
  /** Looks at the stored state inside the transaction of a write, before its handler: may refuse. */
  readonly guard?: (transaction: ReadTransaction, call: Call) => Promise<void>;
  /** Another part of a list than the one asked for. */
  readonly page?: (page: PageRequest) => PageRequest;
  /** Another content of a good answer, in the contract's names. */
  readonly content?: (content: Json, operation: Operation) => Json;
  /** Another answer on the wire, headers included; a refusal of the service passes here too. */
  readonly answer?: (answer: WireAnswer) => WireAnswer;
  /** How long the ready answer is held back, in milliseconds. */
  readonly holds?: number;
  /** The connection breaks instead of the answer (`none`), or in the middle of its body (`half`): what was done is done. */
  readonly breaks?: "none" | "half";
  /** After a good answer has been told: somebody else does something. */
  readonly afterwards?: (transaction: WriteTransaction, answered: Answered) => Promise<void>;
};

/** A request that was let in. */
export type Met = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly method: string;
  readonly path: string;
  /** The operation, or null at the token endpoint, a download link and the like. */
  readonly operation: Operation | null;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller | null;
  readonly store: Store;
  readonly auth: AuthContext;
  readonly wallClock: () => number;
};

/** Which part of a list is asked for. */
type PageRequest = { readonly offset: number; readonly limit: number; readonly pageNumber: number };

/** What was answered to whom. */
export type Answered = {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  /** Simulated milliseconds. */
  readonly now: number;
};

/** What a thing that the service keeps becomes under a scenario: the next of its kind, or one that is there. */
export type EntityFault = {
  readonly kind: string;
  /** Whether a write of a document begins something new, that counts as the next one. */
  begins(draft: DocumentDraft, former: Document | undefined): boolean;
  /**
   * The document as the scenario has it, or null where it can no longer go that way.
   *
   * @param now simulated milliseconds
   */
  apply(transaction: WriteTransaction, draft: DocumentDraft, now: number): Promise<DocumentDraft | null>;
  /** Whether it can still be taken back: what has ended stays as it ended. */
  isLive(document: Document): boolean;
};

/** Something that a scenario sets going when it is switched on, and that ends when it is switched off. */
export type Start = {
  start(transaction: WriteTransaction, place: StartPlace): Promise<void>;
  stop(transaction: WriteTransaction, place: StartPlace): Promise<void>;
};

export type StartPlace = {
  readonly groupId: string;
  readonly orgId: string;
  readonly now: number;
  readonly name: string;
};

/** What a scenario is made with, besides its options. */
export type Kit = {
  readonly random: Random;
  readonly budgets: (factor: number) => Budgets;
  /** The service ends: nothing goes on waiting. */
  readonly ended: AbortSignal;
};

/** Ends the work on a request whose connection is cut: nobody hears an answer. */
export class BrokenOff extends Error {
  constructor() {
    super("the connection was cut by a scenario");
    this.name = "BrokenOff";
  }
}
