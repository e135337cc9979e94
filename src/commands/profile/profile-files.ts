import type { Host, ProfileOutcome } from "../../app/app.ts";
import type { SettingsPaths, Variables } from "../../settings/paths.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { pluralize } from "../../text/format.ts";

/** Profile actions for the screen: add and change. Their modules are loaded on first use. */
export function createProfileFiles(paths: SettingsPaths, env: Variables, over: AbortSignal): Host["profileFiles"] {
  const at = { paths, env };
  /** Does something; an error of the settings is its result. */
  const tried = async (act: () => Promise<ProfileOutcome>): Promise<ProfileOutcome> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return { ok: false, lines: [error.message] };
    }
  };
  const aboutSecret = (place: "keyring" | "file" | null): readonly string[] =>
    place === "file" ? ["The secret stands in clear in secrets.json, which only you can read."] : [];

  return {
    read: async (name) => {
      const { profileNamed } = await import("../../settings/resolve.ts");
      const { valuesOfProfile } = await import("../../settings/profile-values.ts");
      return valuesOfProfile(await profileNamed(name, paths));
    },

    save: (values, secret, former, isChecked) =>
      tried(async () => {
        const { profileOfValues } = await import("../../settings/profile-values.ts");
        const { addProfile, refuseTaken, secretPlaceOf } = await import("../../settings/profile-changes.ts");
        const { replaceWholeProfile } = await import("./whole-profile.ts");
        const { checkProfile } = await import("./check.ts");
        const { profileNamed } = await import("../../settings/resolve.ts");
        const { readProfiles } = await import("../../settings/profiles.ts");
        const { readSecret } = await import("../../settings/secrets.ts");
        const old = former === null ? null : await profileNamed(former, paths);
        const written = profileOfValues(values, old);
        if (!written.ok) return { ok: false, lines: [`Not saved. ${written.path}: ${written.message}.`] };
        refuseTaken(await readProfiles(paths), written.profile.name, former);
        const place = secretPlaceOf(written.profile);
        const oldPlace = old === null ? null : secretPlaceOf(old);
        const kept =
          secret ??
          (place !== null && oldPlace !== null && former !== null ? await readSecret(at, oldPlace, former) : null);
        const found = isChecked ? await checkProfile(written.profile, at, kept, over) : null;
        if (found?.ok === false) return { ok: false, lines: [`Not saved: ${found.why}`] };
        const projects = written.profile.projects.length > 0 ? written.profile.projects : (found?.projects ?? []);
        const profile = { ...written.profile, projects: [...projects] };
        if (former === null) await addProfile(at, profile, place === null ? null : kept);
        else await replaceWholeProfile(at, former, profile, place === null ? null : kept);
        return {
          ok: true,
          lines: [
            ...(found === null ? [] : [`${pluralize(found.projects.length, "project")}.`]),
            ...aboutSecret(place),
          ],
        };
      }),

    check: (name) =>
      tried(async () => {
        const { checkProfile } = await import("./check.ts");
        const { profileNamed } = await import("../../settings/resolve.ts");
        const found = await checkProfile(await profileNamed(name, paths), at, null, over);
        if (!found.ok) return { ok: false, lines: [found.why] };
        const rows = found.projects.map(
          ({ id, alias, clusters }) => `${alias ?? id}: ${pluralize(clusters.length, "cluster")}`,
        );
        return { ok: true, lines: [`The service answers: ${pluralize(rows.length, "project")}.`, ...rows] };
      }),

    remove: (name) =>
      tried(async () => {
        const { removeWholeProfile } = await import("./whole-profile.ts");
        await removeWholeProfile(at, name);
        return {
          ok: true,
          lines: [
            `Profile ${name} is removed, with what was kept of it.`,
            "Its key stays valid until it is revoked at the service.",
          ],
        };
      }),

    importable: async () => {
      const { readVendorProfiles } = await import("../../settings/vendor-profiles.ts");
      const { readProfiles } = await import("../../settings/profiles.ts");
      const { credentialLabel } = await import("./described.ts");
      const own = new Set((await readProfiles(paths)).map(({ name }) => name));
      const read = await readVendorProfiles(env);
      return (read?.found ?? []).map(({ profile, secret, refusal }) => ({
        name: profile.name,
        about: `${profile.baseUrl}, ${credentialLabel(profile)}`,
        hasSecret: secret !== null,
        disabled: own.has(profile.name) ? "a profile of this name is here already" : refusal,
      }));
    },

    importProfile: (name, withSecret) =>
      tried(async () => {
        const { importOne } = await import("./import.ts");
        return { ok: true, lines: [await importOne(at, name, withSecret ? "keyring" : null)] };
      }),
  };
}
