import fc, { type IAsyncProperty, type IProperty, type IRawProperty, type Parameters } from "fast-check";
import { isSample } from "../extent.ts";
import { seedOfRun } from "../seed.ts";

/** What tests get when they import `fast-check` (`vitest.config.ts`): the library, with the seed of the run. */
fc.configureGlobal({ seed: seedOfRun() });

/** What fast-check tries where nothing is said. */
const USUAL = 100;
/** One of so many cases is tried in a sample. */
const SHARE = 3;

function assert<Ts>(property: IAsyncProperty<Ts>, parameters?: Parameters<Ts>): Promise<void>;
function assert<Ts>(property: IProperty<Ts>, parameters?: Parameters<Ts>): void;
/** Property tests say how much they try in a whole run; a sample tries a share of it, from the same beginning. */
function assert<Ts>(property: IRawProperty<Ts>, parameters: Parameters<Ts> = {}): Promise<void> | void {
  const { numRuns = USUAL } = parameters;
  return fc.assert(property, { ...parameters, numRuns: isSample ? Math.ceil(numRuns / SHARE) : numRuns });
}

const seeded = { ...fc, assert };

export * from "fast-check";
export { assert, seeded as default };
