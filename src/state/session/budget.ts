import { isWithin, MINUTE } from "../../text/durations.ts";

/** Remaining budget of an endpoint set, from its last answer (`RateLimit-Limit`, `RateLimit-Remaining`). */
export type RequestBudget = {
  readonly limit: number;
  readonly remaining: number;
  /** Time of that answer (local clock, ms). */
  readonly at: number;
};

/** A bucket refills within a minute (`domain.md` 1.5): older figures are useless. */
const VALID_FOR = MINUTE;

/** Identifies a bucket: each project has its own for each endpoint set (`domain.md` 1.5). */
export type BudgetOwner = { readonly set: string; readonly project: string };

/** Budgets reported within the last minute, by bucket. */
export type RequestBudgets = Readonly<Record<string, RequestBudget & BudgetOwner>>;

const keyOf = ({ set, project }: BudgetOwner): string => `${set} ${project}`;

export const budgetIn = (budgets: RequestBudgets, bucket: BudgetOwner): RequestBudget | undefined =>
  budgets[keyOf(bucket)];

/** The budgets with a new report, without those that are too old. */
export const withBudget = (budgets: RequestBudgets, bucket: BudgetOwner, budget: RequestBudget): RequestBudgets => ({
  ...Object.fromEntries(Object.entries(budgets).filter(([, { at }]) => isWithin(VALID_FOR, at, budget.at))),
  [keyOf(bucket)]: { ...bucket, ...budget },
});

/** Level of saving: `halved` below 25 % (intervals double), `focused-only` below 10 %. */
export type Throttle = "none" | "halved" | "focused-only";

export function throttleOf(budget: RequestBudget | undefined, now: number): Throttle {
  if (budget === undefined || budget.limit <= 0 || !isWithin(VALID_FOR, budget.at, now)) return "none";
  const share = budget.remaining / budget.limit;
  if (share < 0.1) return "focused-only";
  return share < 0.25 ? "halved" : "none";
}

/** Limit per minute and project that this console sets itself when the service reports no budget (the flat rule of `domain.md` 1.5). */
export const MOST_A_MINUTE = 100;
/** Upper limit for requests by hand while the service reports more than half of its budget left. */
const MOST_BY_HAND = 300;

/** Limit of calls per minute in a project that applies to a request by hand. */
export function mostByHand(budget: RequestBudget | undefined, now: number): number {
  if (budget === undefined || !isWithin(VALID_FOR, budget.at, now) || budget.remaining * 2 < budget.limit)
    return MOST_A_MINUTE;
  return Math.max(MOST_A_MINUTE, Math.min(MOST_BY_HAND, Math.floor(budget.limit / 2)));
}

/**
 * The scarcest of several budgets, for the header; undefined when none is known.
 *
 * @param project current project, because budgets of others do not matter; null: all projects
 * @param tick a recent time (ms); newer reports move it forward
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
