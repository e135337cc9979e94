import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { AlertConfigId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { startService } from "../../src/service/service.ts";
import { connectionTo } from "./scripted-server.ts";

test("a field called like something that every object has is refused by the service, and breaks nothing", async () => {
  const service = await startService({ place: ":memory:", quiet: true, size: { alerts: 1 } });
  const { baseUrl, tokenUrl, groupId, clientId, clientSecret } = service.ready;
  const credentials = { kind: "oauth2", clientId, clientSecret: new Secret(clientSecret) } as const;
  const client = createClient(connectionTo(new URL(baseUrl), { credentials, tokenUrl: new URL(tokenUrl) }));
  // What the client itself would refuse goes out here as what a stored document holds already: only the service judges it.
  const odd = { toString: "x", constructor: { valueOf: "y" }, eventTypeName: "NO_PRIMARY", notifications: [] };
  const alertConfigId = AlertConfigId.of("65f000000000000000000000");
  const call = client.call(
    "updateAlertConfiguration",
    { params: { groupId: GroupId.of(groupId), alertConfigId } },
    { body: odd, received: odd },
  );
  await expect(call).rejects.toMatchObject({ kind: "refused" });
  await client.close();
  await service.stop();
});
