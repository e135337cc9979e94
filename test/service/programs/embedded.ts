/** The embedded service as the program has it: bundled, a thread loads it in a third of the time that its sources take. */
export { startEarly } from "../../../src/service/embedded/early-start.ts";
export { startEmbedded } from "../../../src/service/embedded.ts";
