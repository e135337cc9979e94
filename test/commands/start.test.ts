import { describe, expect, it } from "vitest";
import { UNICODE } from "../../src/app/symbols.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { FIRST_FRAME } from "../../src/commands/start/first-frame.ts";
import { skeletonLines } from "../../src/commands/start/skeleton.ts";
import { START } from "../../src/commands/start/splash.ts";
import { Home } from "../journeys/home.ts";
import { KEYS } from "../journeys/keys.ts";
import { Terminal } from "../journeys/terminal.ts";
import { served, servedInProcess } from "./served.ts";

const SIZES = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
] as const;

/** The last line is the last that the entry draws. */
const DRAWN = "? all keys";

async function started<Result>(
  home: Pick<Home, "env">,
  size: { readonly cols: number; readonly rows: number },
  look: (terminal: Terminal) => Promise<Result>,
): Promise<Result> {
  const terminal = new Terminal({ ...size, env: home.env, keys: KEYS });
  try {
    return await look(terminal);
  } finally {
    await terminal.close();
  }
}

describe("the first picture", () => {
  it.each(SIZES)("is the frame at $cols x $rows, with the areas of the registry", async (size) => {
    using home = new Home();
    const screen = await started(home, size, async (terminal) => {
      await terminal.waitFor(DRAWN);
      return terminal.screen();
    });
    const lines = skeletonLines({
      firstFrame: FIRST_FRAME,
      columns: size.cols,
      rows: size.rows,
      place: START,
      hideSidebar: false,
      isFirstStart: true,
      session: {
        profile: "embedded",
        environment: "sandbox",
        sandbox: true,
        readOnly: null,
        orgName: "Acme",
        groupId: null,
        groupName: "Payments",
        budgets: {},
        connection: { kind: "untried" },
      },
      symbols: UNICODE,
    });
    expect(screen).toEqual(
      lines?.map((line) =>
        line
          .map(({ text }) => text)
          .join("")
          .trimEnd(),
      ),
    );
    for (const { label } of AREAS.slice(0, size.rows - 2)) expect(screen.join("\n")).toContain(` ${label}`);
  });

  it("is what the program's own first frame is, but for what is known by then", async () => {
    using home = new Home();
    const [picture, frame] = await started(home, SIZES[1], async (terminal) => {
      await terminal.waitFor(DRAWN);
      const before = terminal.screen();
      await terminal.waitFor(/as of/u);
      await expect
        .poll(() => [...home.files().keys()], { timeout: 30_000 })
        .toContainEqual(expect.stringMatching(/start\.json$/u));
      return [before, terminal.screen()];
    });
    const sidebar = (rows: readonly string[]) => rows.slice(1, -1).map((row) => row.slice(0, 16));
    expect(sidebar(frame)).toEqual(sidebar(picture));
    // It is the first on this machine: four keys to begin with.
    const first = " Start with: Enter open  a actions  : commands  p connect  ? all keys";
    expect([picture.at(-1), frame.at(-1)]).toEqual([first, first]);

    const [later, known] = await started(home, SIZES[1], async (terminal) => {
      await terminal.waitFor(DRAWN);
      const before = terminal.screen();
      await terminal.waitFor(/Space select/u);
      return [before, terminal.screen()];
    });
    // Once rows are there, the hints of a row come first.
    expect(known.at(-1)?.replace(" Enter open  Space select ", "")).toContain("/ filter  s sort");
    expect(later.at(-1)).toContain("/ filter  s sort");
  });

  it("offers to connect on sample data only: on a service of one's own, p is for its projects", async () => {
    using home = new Home();
    const service = await served();
    await started({ env: { ...home.env, ...service.env } }, SIZES[1], async (terminal) => {
      await terminal.waitFor(DRAWN);
      const picture = terminal.screen();
      await terminal.waitFor(/as of/u);
      const first = " Start with: Enter open  a actions  : commands  p project  ? all keys";
      expect([picture.at(-1), terminal.screen().at(-1)]).toEqual([first, first]);
    });
  });

  it("keeps a key that is pressed while the program is still being read", async () => {
    using home = new Home();
    await started(home, SIZES[0], async (terminal) => {
      await terminal.waitFor(DRAWN);
      terminal.press("help.open");
      await terminal.waitFor("▌Keys");
    });
  });

  it("leaves the terminal as it was when the program is told to end that early", async () => {
    using home = new Home();
    await started(home, SIZES[0], async (terminal) => {
      await terminal.waitFor(DRAWN);
      process.kill(terminal.pid, "SIGTERM");
      const { code } = await terminal.exit();
      expect(code).toBe(143);
      expect(terminal.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, bracketedPaste: false });
      expect(terminal.text().trim()).toBe("");
    });
  });

  it("begins with the names and rows of the last time, their time said, and then asks", async () => {
    using home = new Home();
    const service = await servedInProcess();
    const person = { env: { ...home.env, ...service.env } };
    await started(person, SIZES[1], async (terminal) => {
      await terminal.waitFor(/› Payments/u);
      await terminal.waitFor(/as of/u);
      terminal.press("quit");
      await terminal.exit();
    });
    // It answers nothing until the first picture was looked at.
    service.process.kill("SIGSTOP");
    await started(person, SIZES[1], async (terminal) => {
      await terminal.waitFor(DRAWN);
      expect(terminal.screen()[0]).toMatch(/sextant {2}Acme › Payments .*connecting/u);
      // Before anything was answered: what the last console showed, with its time.
      await terminal.waitFor(([head = "", title = ""]) => head.includes("connecting") && title.includes("as of"));
      const [, before = ""] = /as of ([\d:]+)/u.exec(terminal.text()) ?? [];
      service.process.kill("SIGCONT");
      // Some of it: what is asked less often has its time of before for longer.
      await terminal.waitFor((rows) => {
        const later = rows.some((row) => /as of \d\d:\d\d:\d\d/u.test(row) && !row.includes(before));
        return later && rows[0]?.includes("connecting") === false;
      });
      expect(terminal.row(/as of \d\d:\d\d:\d\d/u)).toBeDefined();
    });
  });
});
