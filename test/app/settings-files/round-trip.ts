import fc from "fast-check";
import { expect } from "vitest";
import { settingsKindOf } from "../../../src/app/settings-files/project.ts";
import { SETTINGS_KINDS } from "../../../src/areas/settings-kinds.ts";
import { encodeBody, isJsonObject, parseJson, revealSecret, writeJson } from "../../../src/contract/json/json.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { changesTo } from "../../../src/forms/settings-file/difference.ts";
import type { SettingsFileKind, StoredSettings } from "../../../src/forms/settings-file/kind.ts";
import { encodeWithoutSecrets } from "../../../src/forms/settings-file/overlay.ts";
import { readDocuments } from "../../../src/forms/settings-file/read-documents.ts";
import { settingsOf } from "../../../src/forms/settings-file/settings.ts";
import { jsonOf, yamlOf } from "../../../src/forms/settings-file/write-yaml.ts";
import { bodiesOf } from "../../forms/valid-bodies.ts";

/** Settings that the contract allows, out to a file and back. */

const ENV = { now: Date.parse("2025-11-21T14:06:00Z"), timeZone: "UTC" } as const;

/** Settings of a kind as the service could have them. */
export function storedOf(kind: SettingsFileKind): fc.Arbitrary<StoredSettings> {
  const { operation } = kind.plan;
  const whole: Operation = { ...operation };
  return bodiesOf(whole).map((body) => {
    // As an answer brings it: numbers beyond 2^53 stand in it as they are written.
    const answer = parseJson(writeJson(encodeBody(body, revealSecret)));
    const document = answer.ok ? answer.value : null;
    const settings = isJsonObject(document) ? settingsOf(kind, document, new Map()) : {};
    return { kind, cluster: kind.inCluster ? "prod-eu" : null, id: "a", settings };
  });
}

/** That what is written of each is read as the same, in both formats, and changes nothing. */
export function survivesFiles(runs: number): void {
  for (const { file: kind } of SETTINGS_KINDS) {
    fc.assert(
      fc.property(fc.array(storedOf(kind), { minLength: 1, maxLength: 3 }), (all) => {
        const yaml = all.map((one) => yamlOf(one, new Map(), "keep")).join("---\n");
        const json = writeJson(
          all.map((one) => jsonOf(one, new Map(), "keep")),
          2,
        );
        for (const text of [yaml, json]) {
          const read = readDocuments("a.yaml", text, { kinds: [kind], variable: () => "a secret" });
          expect(read.problems, text).toEqual([]);
          expect(read.documents.map(({ settings }) => encodeWithoutSecrets(settings))).toEqual(
            all.map(({ settings }) => encodeWithoutSecrets(settings)),
          );
          for (const [index, document] of read.documents.entries()) {
            const stored = all[index];
            if (stored === undefined) continue;
            const masked = encodeBody(stored.settings, () => "****cret");
            const kept = { ...stored, settings: isJsonObject(masked) ? masked : {} };
            expect(changesTo(kept, document.settings, ENV)).toEqual([]);
          }
          expect(read.documents.map((one) => settingsKindOf(one.kind).file)).toEqual(all.map(() => kind));
        }
      }),
      { numRuns: runs },
    );
  }
}
