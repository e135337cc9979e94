import { isJsonObject, type JsonObject } from "../../contract/json/json.ts";

/** Lag of a migration under a scenario: a function of time, like the usual lag. */
export type LagCourse = {
  readonly kind: "stuck" | "sawtooth" | "bump" | "null";
  /** Start, in simulated milliseconds. */
  readonly from: number;
  /** Duration of a tooth, a bump or a gap. */
  readonly seconds: number;
  /** Maximum of added lag in seconds. */
  readonly height: number;
};

const KINDS = ["stuck", "sawtooth", "bump", "null"] as const;

/** The lag course of a stored migration, or null. */
export function courseOf({ lagCourse }: JsonObject): LagCourse | null {
  if (!isJsonObject(lagCourse)) return null;
  const kind = KINDS.find((one) => one === lagCourse["kind"]);
  if (kind === undefined) return null;
  return {
    kind,
    from: Number(lagCourse["from"]),
    seconds: Number(lagCourse["seconds"]),
    height: Number(lagCourse["height"]),
  };
}

/**
 * The lag under a scenario's course.
 *
 * @param lagAt the usual lag at a time, in seconds
 * @param now simulated milliseconds
 */
export function lagOnCourse(course: LagCourse, lagAt: (time: number) => number, now: number): number | null {
  const { kind, from, seconds, height } = course;
  const since = (now - from) / 1000;
  if (since < 0) return lagAt(now);
  switch (kind) {
    case "stuck":
      return lagAt(from) + Math.floor(since);
    case "sawtooth":
      return lagAt(now) + Math.floor(((since % seconds) / seconds) * height);
    case "bump":
      return (
        lagAt(now) + (since > seconds ? 0 : Math.round((height * (1 - Math.cos((2 * Math.PI * since) / seconds))) / 2))
      );
    case "null":
      return since > seconds ? lagAt(now) : null;
  }
}
