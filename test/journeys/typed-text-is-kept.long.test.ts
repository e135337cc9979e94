import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** What is typed is what is sent, also where nothing is suggested. */

const ADDRESSES = ["198.51.100.7", "203.0.113.0/24"] as const;

/** Opens the list of addresses that may use a new link token. */
async function addresses(stage: Stage): Promise<Sextant> {
  const sextant = await stage.at("source-projects", /▌Source projects +2 projects/u);
  await sextant.do("action.new", /› ?Allowed addresses/u);
  await sextant.do("form.several", "No suggestions here");
  return sextant;
}

/** Types an address as far as the list offers to take it. */
async function typed(sextant: Sextant, address: string): Promise<void> {
  sextant.type(address);
  await sextant.waitFor(`use "${address}" as typed`);
}

/** Sends the form that is open. */
async function send(sextant: Sextant): Promise<void> {
  await sextant.review({ asks: "Create token" });
  await sextant.yes("Create token");
  await sextant.do("review.send", /▌Link token \(shown once\)/u);
}

describe.concurrent.each(SIZES)("an address that is typed at $cols x $rows, $dialect", (setting) => {
  it("is taken by Enter alone, and is in the body", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await addresses(stage);
    await typed(sextant, ADDRESSES[0]);
    await sextant.do("picker.take", /› ?Allowed addresses +198\.51\.100\.7/u);
    await sextant.waitForSaid(/usable from 198\.51\.100\.7 only/u);
    await send(sextant);
    expect((await stage.world.writesDone()).map(({ body }) => body)).toEqual([{ accessListIps: [ADDRESSES[0]] }]);
  });

  it("is taken with one that was marked before, and both are in the body", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await addresses(stage);
    await typed(sextant, ADDRESSES[0]);
    await sextant.do("picker.mark", "1 selected");
    await typed(sextant, ADDRESSES[1]);
    await sextant.do("picker.take", /› ?Allowed addresses/u);
    await send(sextant);
    const [written] = await stage.world.writesDone();
    expect(written?.body).toEqual({ accessListIps: [...ADDRESSES] });
  });
});
