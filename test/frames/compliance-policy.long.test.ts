import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

async function open(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "compliance-policy" });
  await shown.until(/Compliance +no policy/u);
  await shown.until(/prod-eu +6h 7d/u);
  return shown;
}

/** Types into the field that has the keys and goes on to the next. */
async function fill(shown: Stage, label: string, text: string): Promise<void> {
  await shown.until(new RegExp(`› ${label}`, "u"));
  shown.type(text);
  await shown.until(new RegExp(`› ${label} .*${text}`, "u"));
  shown.press("form.next");
}

describe.each(SIZES)("the compliance policy at %ix%i", (columns, rows) => {
  // Who changed the policy is the key of this run.
  const matches = (name: string) =>
    stage.matches(`compliance-policy-${name}`, (frame) => frame.replace(/by [a-z]{8}$/mu, "by somebody"));

  it("says that there is none, and what one would do", async () => {
    await open(columns, rows);
    await matches("none");
  });

  it("shows while it is filled in which schedules are short of it, the review with all that is lost, and the policy", async () => {
    const shown = await open(columns, rows);
    shown.press("action.edit");
    await fill(shown, "Authorised e-mail", "ann@example.com");
    await fill(shown, "Confirm e-mail", "ann@example.com");
    await fill(shown, "First name", "Ann");
    await fill(shown, "Last name", "Ode");
    shown.press("form.add");
    await shown.until(/› +Frequency/u);
    shown.press("form.next");
    shown.press("form.next");
    await shown.until(/› +Retention/u);
    shown.press("text.erase-line");
    shown.type("14");
    await shown.until(/5 of 5 schedules not compliant/u);
    await matches("form");
    shown.press("form.review");
    await shown.until(/› Rewrite schedules/u);
    await shown.until(/turn this on to/u);
    await matches("short");
    shown.press("form.turn");
    await shown.until(/Rewrite schedules +• ← on/u);
    shown.press("form.review");
    await shown.until(/type Payments exactly to/u);
    await matches("review");
    shown.type("Payments");
    await shown.until(/> Payments/u);
    shown.press("review.send");
    await shown.until(/Compliance +enabling/u);
    await shown.until(/wallet-eu +compliant/u);
    await matches("enabled");
    shown.press("action.delete");
    await shown.until(/requires an approval by support/u);
    await matches("lift");
  });
});
