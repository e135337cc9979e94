import { programOf } from "../../../build.ts";
import { started } from "../../service/started.ts";
import { Home } from "../home.ts";
import { type Count, Counted } from "./counted.ts";

/** From the first start to the alerts of one's own service over TLS, with a service account, in the fewest keys. */
export async function countConnecting(cols: number, rows: number): Promise<Count> {
  const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
  using home = new Home();
  await using console = new Counted({ args: ["dist/main.js"], cols, rows, env: home.env });
  await console.waitFor(/▌Overview +\d/u);
  await console.do("project", /▌Projects of profile/u);
  await console.select("Another profile", "picker.down");
  await console.do("picker.take", /▌Profiles/u);
  await console.on(/New profile/u);
  await console.do("menu.choose", /▌New profile/u);
  const next = async (row: RegExp): Promise<void> => {
    console.press("form.next");
    await console.on(row);
  };
  const shows = (text: string): Promise<void> =>
    console.waitFor((screen) => screen.some((line) => line.includes(text.slice(-20))), { what: text });
  await console.on(/^Name/u);
  console.type("mine");
  await shows("mine");
  await next(/^Address/u);
  console.type(ready.baseUrl);
  await shows(ready.baseUrl);
  await next(/^Dialect/u);
  console.press("form.step-back");
  await console.on(/← specification →/u);
  await next(/^Environment/u);
  await next(/^Credentials/u);
  await next(/^Client id/u);
  console.type(ready.clientId);
  await shows(ready.clientId);
  await next(/^Keep secret in/u);
  console.press("form.step-on");
  await console.on(/← secrets\.json →/u);
  await next(/^Secret/u);
  console.type(ready.clientSecret);
  await console.waitFor(/characters typed/u);
  await console.goToField("ca", /^CA file/u);
  console.type(ready.caFile ?? "");
  await shows(ready.caFile ?? "");
  await console.do("form.apply", /▌Profile mine saved/u);
  await console.waitFor(/Open mine now/u);
  await console.do("picker.take", /✓ Profile mine/u);
  await console.go("alerts", "Go to Alerts", /▌Alerts +\d+ open/u);
  return console.count;
}
