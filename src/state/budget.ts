/** What an endpoint set has left, as its last answer said (`RateLimit-Limit`, `RateLimit-Remaining`). */
export type RequestBudget = {
  readonly limit: number;
  readonly remaining: number;
  /** When it was said (this machine's time, ms). */
  readonly at: number;
};

/** A bucket refills within a minute (`domain.md` 1.5): an older figure says nothing of now. */
const VALID_FOR = 60_000;

/** How hard to save: `halved` below 25 % (intervals double), `focused-only` below 10 %. */
export type Thrift = "none" | "halved" | "focused-only";

export function thriftOf(budget: RequestBudget | undefined, now: number): Thrift {
  if (budget === undefined || budget.limit <= 0 || now - budget.at > VALID_FOR) return "none";
  const share = budget.remaining / budget.limit;
  if (share < 0.1) return "focused-only";
  return share < 0.25 ? "halved" : "none";
}

/** The scarcest of several budgets, for the header; undefined when none is known. */
export function scarcest(budgets: Readonly<Record<string, RequestBudget>>): RequestBudget | undefined {
  return Object.values(budgets).reduce<RequestBudget | undefined>(
    (least, budget) =>
      least === undefined || budget.remaining / budget.limit < least.remaining / least.limit ? budget : least,
    undefined,
  );
}
