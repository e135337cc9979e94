import { Secret } from "../contract/secret.ts";
import type { ProxyRule } from "../contract/wire/connection.ts";
import { percentDecoded } from "../text/format.ts";
import type { Variables } from "./paths.ts";
import { SettingsError } from "./settings-error.ts";

/** Proxy settings of the environment: `HTTPS_PROXY` and `NO_PROXY`; their lower-case forms take precedence, as in curl. */

const first = (env: Variables, ...names: readonly string[]): readonly [name: string, value: string] | null => {
  const name = names.find((each) => (env[each]?.trim() ?? "") !== "");
  return name === undefined ? null : [name, env[name]?.trim() ?? ""];
};

/**
 * Proxy for `https:` addresses, or null. Its login is wrapped in a `Secret`.
 *
 * @throws SettingsError naming the variable but not its value, which may hold a password
 */
export function proxyOf(env: Variables): ProxyRule | null {
  const named = first(env, "https_proxy", "HTTPS_PROXY");
  if (named === null) return null;
  const [name, value] = named;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(value) ? value : `http://${value}`);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new SettingsError(
      `${name} is not the address of an http or https proxy, such as http://proxy.example.com:3128.`,
    );
  }
  const [, except = ""] = first(env, "no_proxy", "NO_PROXY") ?? [];
  const login = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`;
  return {
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port,
    login: login === ":" ? null : new Secret(login),
    except: except.split(/[\s,]+/u).filter((entry) => entry !== ""),
  };
}
