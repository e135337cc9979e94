import { type Client, control, type Reply } from "./support.ts";

/** What the tests of scenarios share. */

/** Switches a scenario on and tells its id; a wish that is refused is an error. */
export async function switchOn(call: Client, scenario: string, wish: object = {}): Promise<string> {
  const reply = await control(call.ready, "POST", "/scenarios", { scenario, ...wish });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.str("on", 0, "id");
}

/** How many existing things a scenario changed when it was switched on. */
export async function changeExisting(
  call: Client,
  scenario: string,
  existing: "all" | readonly string[],
): Promise<unknown> {
  const reply = await control(call.ready, "POST", "/scenarios", { scenario, existing });
  return reply.at("on", 0, "changed");
}

export const switchOff = (call: Client, name = ""): Promise<Reply> =>
  control(call.ready, "DELETE", name === "" ? "/scenarios" : `/scenarios/${name}`);

/** The scenarios that are on. */
export const whatIsOn = async (call: Client) => (await control(call.ready, "GET", "/scenarios")).rows("on");

/** The error code of a call whose connection broke, or the reply's status. */
export async function outcome(call: Promise<Reply>): Promise<unknown> {
  try {
    return (await call).status;
  } catch (failure) {
    if (failure instanceof Error && "code" in failure) return failure.code;
    throw failure;
  }
}
