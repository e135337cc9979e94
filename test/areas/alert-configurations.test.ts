import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keysInUse, replaced, rotate } from "../../src/areas/alert-configurations/rotate.ts";
import type { Ask } from "../../src/areas/model/context.ts";
import type { WritePlan } from "../../src/areas/model/effect.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { type BodyObject, encodeBody, type JsonObject, secretVariable } from "../../src/contract/json/json.ts";
import { AlertConfigId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { setText } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { Answers, GROUP, id, NOW } from "./answers.ts";

/** Rotating a notification key: what is found by the end of a key, what is sent, and what must not be lost. */

const NEW = "0123456789abcdef0123456789abcdef";
const projectArgs = { params: { groupId: GroupId.parse(GROUP) } };

const pager = (mask: string, notifierId: string | null, change: object = {}) => ({
  typeName: "PAGER_DUTY",
  serviceKey: mask,
  delayMin: 0,
  ...(notifierId === null ? {} : { notifierId }),
  ...change,
});

const configuration = (number: number, notifications: readonly object[], change: object = {}): JsonObject => ({
  id: id(number),
  groupId: GROUP,
  created: "2026-01-01T00:00:00Z",
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  notifications: notifications.map((one) => ({ ...one })),
  ofTomorrow: { kept: [1, 2] },
  ...change,
});

const EMAIL = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 5, intervalMin: 60, notifierId: id(70) };

const CONFIGURATIONS = [
  configuration(1, [pager("****c77a", id(71)), EMAIL]),
  configuration(2, [pager("****c77a", id(72)), pager("****1111", id(73))]),
  configuration(3, [pager("****1111", id(74))], { enabled: false }),
  configuration(4, [EMAIL]),
];

/** A context that holds configurations as they were received. */
const given = (configurations: readonly JsonObject[]) =>
  new Answers()
    .add(
      "listAlertConfigurations",
      projectArgs,
      { results: configurations.map((one) => AlertConfiguration.parse(one)) },
      { results: [...configurations] },
    )
    .context();

/** What the service answers when each configuration is asked for by itself. */
function asking(configurations: readonly JsonObject[]): Ask {
  const answers = new Answers();
  for (const stored of configurations) {
    const alertConfigId = AlertConfigId.parse(stored["id"]);
    const args = { params: { ...projectArgs.params, alertConfigId } };
    answers.add("getAlertConfiguration", args, AlertConfiguration.parse(stored), stored);
  }
  return async (operation, args) => {
    const cached = answers.context().cached(operation, args);
    if (cached === undefined) throw new Error(`not given: ${operation}`);
    return { data: cached.data, raw: cached.raw, at: NOW };
  };
}

const texts = (body: BodyObject | null | undefined): unknown => encodeBody(body ?? {}, secretVariable);

/** Goes through the question as a person does, up to the review. */
async function reviewed(stored: readonly JsonObject[], nowStored = stored): Promise<WritePlan> {
  const effect = rotate(given(stored));
  if (effect.kind !== "pick") throw new Error(effect.kind);
  const [first] = await effect.suggest(asking(stored));
  const form = effect.take(String(first?.value));
  if (form.kind !== "form") throw new Error(form.kind);
  const next = form.setup.applies?.({ key: new Secret(NEW) });
  if (next?.kind !== "asking") throw new Error(next?.kind);
  const write = await next.load(asking(nowStored));
  if (write.kind !== "write") throw new Error(write.kind);
  return write.plan;
}

describe("the keys of a project", () => {
  it("are told apart by channel, field and end, with how many configurations use each", () => {
    expect(
      keysInUse(given(CONFIGURATIONS)).map(({ name, configurations, places }) => [name, configurations, places]),
    ).toEqual([
      ["PagerDuty …c77a (Service key)", [id(1), id(2)], 2],
      ["PagerDuty …1111 (Service key)", [id(2), id(3)], 2],
    ]);
  });

  it("that are covered whole are the same only where the address is", () => {
    const hook = (url: string, number: number) => ({
      typeName: "WEBHOOK",
      webhookUrl: url,
      webhookSecret: "********",
      notifierId: id(number),
    });
    const found = keysInUse(
      given([
        configuration(1, [hook("https://one.example.net/", 81)]),
        configuration(2, [hook("https://two.example.net/", 82)]),
      ]),
    );
    expect(found.map(({ configurations }) => configurations)).toEqual([[id(1)], [id(2)]]);
  });

  it("of a webhook are its secret alone: where it leads is no key, though the service covers that, too", () => {
    const hook = { typeName: "WEBHOOK", webhookUrl: "****f5ff", webhookSecret: "********", notifierId: id(81) };
    const found = keysInUse(given([configuration(1, [hook])]));
    expect(found.map(({ name, places }) => [name, places])).toEqual([["webhook …f5ff (Webhook secret)", 1]]);
  });

  it("have each a name of its own", () => {
    const mask = fc.constantFrom(
      "********",
      "****c77a",
      "****1111",
      "https://a.example/****1111",
      "https://b.example/****1111",
    );
    const fields: Readonly<Record<string, readonly string[]>> = {
      PAGER_DUTY: ["serviceKey"],
      SLACK: ["channelName", "apiToken"],
      MICROSOFT_TEAMS: ["microsoftTeamsWebhookUrl"],
      WEBHOOK: ["webhookUrl", "webhookSecret"],
      OPS_GENIE: ["opsGenieApiKey"],
    };
    const item = fc
      .tuple(fc.constantFrom(...Object.keys(fields)), mask, mask, fc.integer({ min: 100, max: 999 }))
      .map(([typeName, first, second, number]) => ({
        typeName,
        notifierId: id(number),
        ...Object.fromEntries((fields[typeName] ?? []).map((field, index) => [field, index === 0 ? first : second])),
      }));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
        const names = keysInUse(given([configuration(6, items)])).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

describe("replacing a key", () => {
  it("is one write for each configuration that uses it, and changes nothing else in them", async () => {
    const plan = await reviewed(CONFIGURATIONS);
    expect(plan.operation).toBe("updateAlertConfiguration");
    expect(plan.risk).toBe("disruptive");
    expect(plan.targets.map((target) => target.id)).toEqual([id(1), id(2)]);
    const [first, second] = plan.targets.map((target) => plan.body?.(target));
    expect(texts(first)).toEqual({
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      ofTomorrow: { kept: [1, 2] },
      notifications: [
        { typeName: "PAGER_DUTY", serviceKey: expect.stringMatching(/^\$/u), delayMin: 0, notifierId: id(71) },
        EMAIL,
      ],
    });
    // The other key of the second one stays with the service: its mask is not sent.
    expect(texts(second)).toMatchObject({
      notifications: [{ notifierId: id(72) }, { typeName: "PAGER_DUTY", delayMin: 0, notifierId: id(73) }],
    });
    expect(JSON.stringify(texts(second))).not.toContain("****");
  });

  it("makes each of what is stored when it is sent, and leaves out one whose key somebody else changed", async () => {
    const plan = await reviewed(CONFIGURATIONS);
    const [first, second] = plan.targets;
    if (first === undefined || second === undefined || plan.replaces === undefined) throw new Error("no targets");
    const { bodyOf } = plan.replaces;
    const loosened = configuration(1, [EMAIL, EMAIL, pager("****c77a", id(71), { delayMin: 30 })], { enabled: false });
    expect(bodyOf(first, loosened)).toMatchObject({
      enabled: false,
      notifications: [EMAIL, EMAIL, { delayMin: 30, notifierId: id(71) }],
    });
    const used = configuration(2, [pager("****c77a", id(72)), pager("****c77a", id(77))]);
    const gone = configuration(2, [pager("****1111", id(73))]);
    for (const stored of [used, gone])
      expect(bodyOf(second, stored)).toMatch(/somebody else changed .* replace the key again/u);
  });

  it("sends nothing to one that its review says is skipped", async () => {
    const plan = await reviewed(CONFIGURATIONS);
    const [first] = plan.targets;
    if (first === undefined) throw new Error("no targets");
    const changed = [configuration(1, [EMAIL]), CONFIGURATIONS[1] ?? {}];
    const { warnings } = await plan.preflight({ ask: asking(changed), context: given(CONFIGURATIONS) });
    expect(warnings.join(" ")).toMatch(/Skipped.*no primary/u);
    expect(plan.body?.(first)).toBeNull();
    expect(plan.replaces?.bodyOf(first, CONFIGURATIONS[0] ?? {})).toMatch(/skipped/u);
  });

  it("starts from what the service holds when it is reviewed, and leaves out what does not use it any more", async () => {
    const changed = [
      configuration(1, [pager("****9999", id(71))]),
      configuration(2, [pager("****c77a", id(72))], { enabled: false }),
    ];
    const plan = await reviewed(CONFIGURATIONS, changed);
    expect(plan.targets.map((target) => target.id)).toEqual([id(2)]);
    const again = [changed[0] ?? {}, configuration(2, [pager("****c77a", id(72))], { severityOverride: "CRITICAL" })];
    const findings = await plan.preflight({ ask: asking(again), context: given(CONFIGURATIONS) });
    expect(findings.warnings.join(" ")).toMatch(/Skipped.*no primary/u);
    expect(texts(plan.body?.(plan.targets[0] ?? { id: "", name: "", params: { groupId: "" } }))).toMatchObject({
      enabled: true,
      severityOverride: "CRITICAL",
    });
  });

  it("leaves a configuration alone in which another secret would be lost", () => {
    const lossy = configuration(5, [pager("****c77a", id(75)), pager("****2222", null)]);
    const [use] = keysInUse(given([lossy]));
    expect(use).toBeDefined();
    expect(replaced(lossy, { id: use?.id ?? "" }, new Secret(NEW))).toBeNull();
  });

  it("says of a new key that it does not look like one of its channel", () => {
    const picked = rotate(given(CONFIGURATIONS));
    const form = picked.kind === "pick" ? picked.take(keysInUse(given(CONFIGURATIONS))[0]?.id ?? "") : picked;
    if (form.kind !== "form") throw new Error(form.kind);
    const env = { now: NOW, timeZone: "UTC" };
    const noteOf = (key: string) => {
      const state = setText(form.setup.plan, openForm(form.setup.plan, { mode: "create" }), ["key"], key, env);
      return rowsOf(form.setup.plan, state, env).flatMap((row) => (row.row === "field" ? [row.field.note] : []));
    };
    expect(noteOf("0123")).toEqual([expect.stringMatching(/^Not 32 hexadecimal characters/u)]);
    expect(noteOf(NEW)).toEqual([null]);
  });

  it("sends no mask and keeps every other notification, whatever the configurations hold", () => {
    const item = fc.oneof(
      fc.constant(EMAIL),
      fc
        .tuple(fc.constantFrom("c77a", "1111", "2222"), fc.integer({ min: 100, max: 999 }))
        .map(([tail, number]) => pager(`****${tail}`, id(number))),
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        const document = configuration(6, items);
        for (const use of keysInUse(given([document]))) {
          const made = replaced(document, use, new Secret(NEW));
          const sent = JSON.stringify(texts(made?.body));
          expect(sent).not.toContain("****");
          expect(sent.match(/\$/gu)?.length).toBe(use.places);
          const { notifications } = made?.body ?? {};
          expect(Array.isArray(notifications) ? notifications.length : 0).toBe(items.length);
        }
      }),
    );
  });
});
