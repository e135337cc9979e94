import { programOf } from "../../../build.ts";
import { started } from "../../service/started.ts";
import { Home } from "../home.ts";
import { type Count, Counted } from "./counted.ts";

/** From the first start to the alerts of one's own service over TLS, with a service account, in the fewest keys. */
export async function countConnecting(cols: number, rows: number): Promise<Count> {
  const { ready } = await started([programOf(), "serve", "--json", "--tls", "--data", ":memory:"]);
  using home = new Home();
  await using sextant = new Counted({ args: ["dist/main.js"], cols, rows, env: home.env });
  await sextant.waitFor(/▌Overview +\d/u);
  await sextant.do("project", /▌Projects of profile/u);
  await sextant.select("Another profile", "picker.down");
  await sextant.do("picker.take", /▌Profiles/u);
  await sextant.on(/New profile/u);
  await sextant.do("menu.choose", /▌New profile/u);
  const next = async (row: RegExp): Promise<void> => {
    sextant.press("form.next");
    await sextant.on(row);
  };
  const shows = (text: string): Promise<void> =>
    sextant.waitFor((screen) => screen.some((line) => line.includes(text.slice(-20))), { what: text });
  await sextant.on(/^Name/u);
  sextant.type("mine");
  await shows("mine");
  await next(/^Address/u);
  sextant.type(ready.baseUrl);
  await shows(ready.baseUrl);
  await next(/^Dialect/u);
  sextant.press("form.step-back");
  await sextant.on(/^Dialect +specification →/u);
  await next(/^Environment/u);
  await next(/^Credentials/u);
  await next(/^Client id/u);
  sextant.type(ready.clientId);
  await shows(ready.clientId);
  await next(/^Keep secret in/u);
  sextant.press("form.step-on");
  await sextant.on(/^Keep secret in +← secrets\.json/u);
  await next(/^Secret/u);
  sextant.type(ready.clientSecret);
  await sextant.waitFor(/characters typed/u);
  await sextant.goToField("ca", /^CA file/u);
  sextant.type(ready.caFile ?? "");
  await shows(ready.caFile ?? "");
  await sextant.do("form.apply", /▌Profile mine saved/u);
  await sextant.waitFor(/Open mine now/u);
  await sextant.do("picker.take", /✓ Profile mine/u);
  await sextant.go("alerts", "Go to Alerts", /▌Alerts +\d+ open/u);
  return sextant.count;
}
