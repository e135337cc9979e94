import { describe, expect } from "vitest";
import { Person } from "./person.ts";
import { type Env, served, servedToAll } from "./served.ts";
import { envOf, eventsIn, idsIn, linesIn, PATIENT, test } from "./watching.ts";

/**
 * `sextant watch`: output and exit code in all that can become of a watch. docs/scripts.md has them as a table. What takes minutes stands
 * in `watch-over-time.long.test.ts`, what needs a process of its own in `watch-process.long.test.ts`.
 */

/** For what only reads, or stands what others have written. */
const shared = servedToAll();

/** A watch that ends by itself, in this process: its exit code, and what it wrote. */
const watched = (person: Person, env: Env, ...args: readonly string[]) => {
  const { status, stdout, stderr } = person.command(["watch", ...args], "", env);
  return { status, stdout, stderr, lines: linesIn(stdout) };
};

describe("what a watch waits for", PATIENT, () => {
  test("counts of a list that hold already: one line, exit 0", () => {
    using person = new Person();
    const { status, lines, stderr } = watched(person, shared().env, "alerts", "--until", "open>0");
    expect([status, stderr]).toEqual([0, ""]);
    expect(lines).toEqual([expect.stringMatching(/^Alerts {2}\d+ open/u), "Holds: open>0"]);
  });

  test("an item that has ended in another way: why, exit 1", () => {
    const { env } = shared();
    using person = new Person();
    const [id = ""] = idsIn(person, env, "restores", "failed");
    const { status, stdout } = watched(person, env, `restores/${id}`, "--format", "json");
    expect(status).toBe(1);
    expect(eventsIn(stdout).at(-1)).toMatchObject({
      event: "end",
      result: "never",
      reason: "Can no longer hold: done. prod-eu → prod-eu-side has ended: failed.",
      exit: 1,
    });
  });

  test.for([
    "alerts/zzz",
    "alert-configurations/zzz",
    "cloud-access/zzz",
    "restores/zzz",
    "live-migration/zzz",
    "live-migration/000000000000000000000000",
  ])("an item that is not there: that it is not, exit 1 (%s)", (place) => {
    const { env } = shared();
    using person = new Person();
    const { status, lines, stderr } = watched(person, env, place);
    expect([status, lines, stderr]).toEqual([1, [`Not found: ${place.split("/")[1]}.`], ""]);
    expect(person.command(["show", place], "", env)).toMatchObject({ status: 1, stdout: "" });
  });

  test("an item by its names; of several called so the candidates, exit 2", () => {
    const { env } = shared();
    using person = new Person();
    const named = watched(person, env, "indexes/shop.products/default");
    expect(named.status).toBe(0);
    expect(named.lines).toEqual([expect.stringMatching(/^default of shop\.products /u), "Holds: done"]);
    const several = watched(person, env, "indexes/shop.products", "--format", "json");
    expect(several.status).toBe(2);
    expect(eventsIn(several.stdout)).toEqual([expect.objectContaining({ result: "never", exit: 2 })]);
    expect(several.stderr).toContain("shop.products · facets");
  });

  test("what is never sent: why, exit 1", () => {
    using person = new Person();
    const { status, stdout } = watched(person, shared().env, "metrics-targets");
    expect([status, stdout]).toEqual([1, expect.stringContaining("has no metrics address")]);
  });

  test("time that is up: exit 124, what does not hold", async ({ watch }) => {
    using person = new Person();
    const watching = watch(["alerts", "--until", "open=0", "--timeout", "10s"], envOf(person, shared().env));
    expect(await watching.ended()).toBe(124);
    expect(watching.lines.at(-1)).toBe("Time is up: open=0 does not hold.");
  });
});

describe("a service that does not answer", PATIENT, () => {
  test("that is not there at the start: why, exit 3", () => {
    using person = new Person();
    const env = {
      SEXTANT_BASE_URL: "http://127.0.0.1:9",
      SEXTANT_PUBLIC_KEY: "public",
      SEXTANT_PRIVATE_KEY: "canary-9471",
      SEXTANT_PROJECT_ID: "32b6e34b3d91647abb20e7b8",
    };
    const { status, stdout, stderr } = watched(person, env, "alerts");
    expect([status, stdout]).toEqual([3, expect.stringMatching(/Cannot connect to 127\.0\.0\.1:9/u)]);
    expect(stdout + stderr).not.toContain("canary");
  });

  test("that is too slow at the start: exit 3", async () => {
    const { env } = await served(["--quiet", "--faults", "slow(seconds=20) on GET **/alerts"]);
    using person = new Person();
    const { status, lines } = watched(person, env, "alerts", "--timeout", "2s");
    expect([3, 124]).toContain(status);
    expect(lines).toHaveLength(1);
  });

  test("that does not take the keys: why, exit 1", () => {
    using person = new Person();
    const wrong = { ...shared().env, SEXTANT_PRIVATE_KEY: "canary-9471" };
    const { status, stdout, stderr } = watched(person, wrong, "alerts");
    expect([status, stdout]).toEqual([1, expect.stringContaining("does not accept the credentials")]);
    expect(stdout + stderr).not.toContain("canary");
  });

  test("that does not take the address (403): why, exit 1", async () => {
    const { env } = await served(["--quiet", "--faults", "not-on-access-list"]);
    using person = new Person();
    const { status, stdout } = watched(person, env, "alerts");
    expect([status, stdout]).toEqual([1, expect.stringContaining("203.0.113.7")]);
  });
});

describe.concurrent("what cannot be watched: wrong use, exit 2, before anything is asked", PATIENT, () => {
  test.each([
    [[], "What to watch is missing"],
    [["alrts"], 'Unknown place or command "alrts". Did you mean alerts?'],
    [["alerts", "--until", "opn=0"], 'Unknown field "opn". Did you mean open'],
    [["alerts", "--until", "open<0"], "This can never hold: open is never below 0."],
    [["restores", "--until", "done and running=0"], "are not waited for together"],
    [["restores", "--until", "status=fail"], "Did you mean failed?"],
    [["alerts", "--until", "open=0", "--filter", "disk"], "counts the whole list"],
    [["restores/1", "--filter", "disk"], "--filter is for the rows of a list"],
    [["alerts", "--timeout", "5"], "--timeout requires a length of time"],
    [["alerts", "--every", "0s"], "--every requires a length of time"],
    [["alerts", "--notify", "horn"], "--notify does not take"],
    [["alerts", "--notify", "command"], "The command of --notify command is missing"],
    [["alerts", "restores"], "Unexpected argument"],
  ])("%s", (args, words) => {
    using person = new Person();
    const { status, stdout, stderr } = person.command(["watch", ...args]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
  });

  test("a condition is shown with the column under it", () => {
    using person = new Person();
    expect(person.command(["watch", "alerts", "--until", "open=0 and critcal=0"]).stderr).toBe(
      `sextant watch: --until: Unknown field "critcal". Did you mean critical?\n  open=0 and critcal=0\n${" ".repeat(13)}^\n`,
    );
  });
});
