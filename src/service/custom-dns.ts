import type { customDnsOperations } from "../contract/custom-dns.ts";
import { settingOf, storeSetting } from "./project-settings.ts";
import { type HandlersOf, value } from "./requests/handler.ts";

/** Custom DNS: E35 and E36. Changes take effect at once. */

export const CUSTOM_DNS = "custom-dns";

const OFF = { enabled: false } as const;

export const customDnsHandlers: HandlersOf<keyof typeof customDnsOperations> = {
  async getAwsCustomDns(transaction, call) {
    return value(await settingOf(transaction, call, CUSTOM_DNS, OFF));
  },
  async toggleAwsCustomDns(transaction, call) {
    return value(await storeSetting(transaction, call, CUSTOM_DNS, { enabled: call.body["enabled"] === true }));
  },
};
