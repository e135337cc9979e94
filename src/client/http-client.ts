import { Agent, type Dispatcher } from "undici";

/** The HTTP client of the console: a script of its own in the built program, which is loaded with the first request and not before. */

/** A set of connections. */
export const createAgent = (options: Agent.Options): Dispatcher => new Agent(options);
