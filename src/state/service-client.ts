import type { Answer, PreviousAnswer } from "../client/answers/answer.ts";
import type { LetOthers } from "../client/answers/long-answer.ts";
import type { OperationArgs } from "../client/request.ts";
import type { Repeats } from "../client/retry.ts";
import type { JsonObject } from "../contract/json/json.ts";
import type { Operation } from "../contract/operation.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";

/**
 * The part of the client that the store uses (`client/client.ts`): a typed call for reads, and any operation by its record for writes. Both
 * validate, sign, send and validate the answer, and throw `ServiceError`.
 */
export type ServiceClient = {
  call<Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
    options: {
      readonly signal: AbortSignal;
      readonly repeats?: Repeats;
      readonly patienceMs?: number;
      readonly previous?: PreviousAnswer<AnswerOf<Id>> | undefined;
      readonly letOthers?: LetOthers;
    },
  ): Promise<Answer<AnswerOf<Id>>>;
  callOperation(
    operation: Operation,
    args: OperationArgs,
    options: {
      readonly signal: AbortSignal;
      readonly repeats?: Repeats;
      readonly patienceMs?: number;
      readonly received?: JsonObject | undefined;
      readonly letOthers?: LetOthers;
    },
  ): Promise<Answer<unknown>>;
  allowWritesUntil(time: number): void;
};
