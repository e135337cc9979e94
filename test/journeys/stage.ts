import type { ServiceOptions } from "../../src/service/service.ts";
import { Home } from "./home.ts";
import { type Setting, Sextant } from "./sextant.ts";
import type { TerminalOptions } from "./terminal.ts";
import { World } from "./world.ts";

/** What a journey happens on: a person's empty directories, a service, and consoles in terminals. All of it goes at the end. */
export class Stage implements AsyncDisposable {
  readonly home = new Home();
  readonly world: World;
  readonly setting: Setting;
  readonly #consoles: Sextant[] = [];

  private constructor(setting: Setting, world: World) {
    this.setting = setting;
    this.world = world;
  }

  static async set(setting: Setting, options: Partial<ServiceOptions> = {}): Promise<Stage> {
    return new Stage(setting, await World.start(setting.dialect, options));
  }

  /** Starts a console on the service. */
  console(
    args: readonly string[] = [],
    env: Readonly<Record<string, string | undefined>> = {},
    terminal: Pick<TerminalOptions, "background"> = {},
  ): Sextant {
    const { cols, rows } = this.setting;
    const whole = { ...this.home.env, ...this.world.env(), ...env };
    const console = new Sextant({
      args: ["dist/main.js", ...args],
      cols,
      rows,
      env: whole,
      ...terminal,
    });
    this.#consoles.push(console);
    return console;
  }

  /** Starts a console and waits until it shows the alerts. */
  async alerts(args: readonly string[] = []): Promise<Sextant> {
    const console = this.console(["alerts", ...args]);
    await console.waitFor(/Alerts +\d+ open/u);
    await console.waitFor(() => console.selected() !== undefined, { what: "a selected alert" });
    return console;
  }

  /** Starts a console and waits until it shows the alert configurations. */
  async configurations(args: readonly string[] = []): Promise<Sextant> {
    const console = this.console(["alert-configurations", ...args]);
    await console.waitFor(/Alert configs +\d+ on/u);
    await console.waitFor(() => console.selected() !== undefined, { what: "a selected configuration" });
    return console;
  }

  /** Starts a console at a place and waits until its title says something. */
  async at(place: string, title: RegExp, env: Readonly<Record<string, string | undefined>> = {}): Promise<Sextant> {
    const console = this.console([place], env);
    await console.waitFor(title);
    return console;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const console of this.#consoles) await console.close();
    await this.world[Symbol.asyncDispose]();
    this.home[Symbol.dispose]();
  }
}
