import { isWithin, MINUTE } from "../../text/durations.ts";

/** What an endpoint set has left, as its last answer said (`RateLimit-Limit`, `RateLimit-Remaining`). */
export type RequestBudget = {
  readonly limit: number;
  readonly remaining: number;
  /** When it was said (this machine's time, ms). */
  readonly at: number;
};

/** A bucket refills within a minute (`domain.md` 1.5): an older figure says nothing of now. */
const VALID_FOR = MINUTE;

/** Who shares a bucket: each project has one of its own for each endpoint set (`domain.md` 1.5). */
export type BudgetOwner = { readonly set: string; readonly project: string };

/** What was said of each bucket within the last minute. */
export type RequestBudgets = Readonly<Record<string, RequestBudget & BudgetOwner>>;

const keyOf = ({ set, project }: BudgetOwner): string => `${set} ${project}`;

export const budgetIn = (budgets: RequestBudgets, bucket: BudgetOwner): RequestBudget | undefined =>
  budgets[keyOf(bucket)];

/** With what a bucket was said to have left just now, less what is too old to say anything. */
export const withBudget = (budgets: RequestBudgets, bucket: BudgetOwner, budget: RequestBudget): RequestBudgets => ({
  ...Object.fromEntries(Object.entries(budgets).filter(([, { at }]) => isWithin(VALID_FOR, at, budget.at))),
  [keyOf(bucket)]: { ...bucket, ...budget },
});

/** How hard to save: `halved` below 25 % (intervals double), `focused-only` below 10 %. */
export type Throttle = "none" | "halved" | "focused-only";

export function throttleOf(budget: RequestBudget | undefined, now: number): Throttle {
  if (budget === undefined || budget.limit <= 0 || !isWithin(VALID_FOR, budget.at, now)) return "none";
  const share = budget.remaining / budget.limit;
  if (share < 0.1) return "focused-only";
  return share < 0.25 ? "halved" : "none";
}

/** The calls a minute and project that this console allows itself where the service tells no budget (the flat rule of `domain.md` 1.5). */
export const MOST_A_MINUTE = 100;
/** And at most, for what a person asks for by hand, while the service tells that more than half of its budget is left. */
const MOST_BY_HAND = 300;

/** How many calls a minute may have been made in a project when a person asks for something more. */
export function mostByHand(budget: RequestBudget | undefined, now: number): number {
  if (budget === undefined || !isWithin(VALID_FOR, budget.at, now) || budget.remaining * 2 < budget.limit)
    return MOST_A_MINUTE;
  return Math.max(MOST_A_MINUTE, Math.min(MOST_BY_HAND, Math.floor(budget.limit / 2)));
}

/**
 * The scarcest of several budgets, for the header; undefined when none is known.
 *
 * @param project the one that is looked at: the buckets of others say nothing of it; null where all are
 * @param tick a moment that is not long past (ms): what was said since is newer
 */
export function scarcest(budgets: RequestBudgets, project: string | null, tick: number): RequestBudget | undefined {
  const all = Object.values(budgets);
  const now = all.reduce((latest, { at }) => Math.max(latest, at), tick);
  return all
    .filter(({ at }) => isWithin(VALID_FOR, at, now))
    .filter((budget) => project === null || budget.project === project || budget.project === "")
    .reduce<RequestBudget | undefined>(
      (least, budget) =>
        least === undefined || budget.remaining / budget.limit < least.remaining / least.limit ? budget : least,
      undefined,
    );
}
