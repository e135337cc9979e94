import { printable } from "../../text/printable.ts";
import { wrapped } from "../../text/width.ts";

/** Status of a finding of `sextant doctor`, one line per check. */

type Status = "ok" | "warning" | "failed" | "skipped";

export type Finding = {
  /** Name of the check: `tls`. Stable, for `--json`. */
  readonly id: string;
  readonly title: string;
  readonly status: Status;
  readonly found: string;
  /** Advice; null where nothing is to be done. */
  readonly advice: string | null;
};

/** Builds a finding of one check. */
export const ok = (id: string, title: string, found: string): Finding => ({
  id,
  title,
  status: "ok",
  found,
  advice: null,
});
export const skipped = (id: string, title: string, why: string): Finding => ({
  ...ok(id, title, why),
  status: "skipped",
});
export const warning = (id: string, title: string, found: string, advice: string): Finding => ({
  id,
  title,
  status: "warning",
  found,
  advice,
});
export const failed = (id: string, title: string, found: string, advice: string): Finding => ({
  ...warning(id, title, found, advice),
  status: "failed",
});

const WIDEST_STATUS = "skipped".length;
const TITLE = 22;

/** The exit code: 0 all well, 1 warnings, 2 failures. */
export const exitOf = (findings: readonly Finding[]): number =>
  findings.some(({ status }) => status === "failed") ? 2 : findings.some(({ status }) => status === "warning") ? 1 : 0;

/**
 * A finding as lines for people.
 *
 * @param width cells of the terminal, at which long findings wrap; infinite elsewhere
 */
export function findingText({ status, title, found, advice }: Finding, width: number): string {
  const indent = WIDEST_STATUS + TITLE + 4;
  const room = Math.max(20, width - indent);
  const lines = (text: string): readonly string[] =>
    Number.isFinite(room) ? wrapped(printable(text), room) : [printable(text)];
  const [first = "", ...rest] = [...lines(found), ...(advice === null ? [] : lines(advice))];
  const head = `${status.padEnd(WIDEST_STATUS)}  ${title.padEnd(TITLE)}  ${first}`;
  return [head, ...rest.map((line) => `${" ".repeat(indent)}${line}`)].join("\n");
}

/** Summary below all findings. */
export function summaryText(findings: readonly Finding[]): string {
  const count = (wanted: Status): number => findings.filter(({ status }) => status === wanted).length;
  const parts = (["ok", "warning", "failed", "skipped"] as const)
    .map((status) => [count(status), status] as const)
    .filter(([many]) => many > 0)
    .map(([many, status]) => `${many} ${status}`);
  return parts.join(" · ");
}
