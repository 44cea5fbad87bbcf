import { expect, onTestFinished, test } from "vitest";
import { openSocketRelay } from "../../testing/socket-relay.ts";
import { loadMembers } from "./load-members.ts";

test("the reading of all members is given up when the database stays silent", async () => {
  const silent = await openSocketRelay(() => new Promise(() => {}));
  onTestFinished(silent.close);
  const connection = { connectionString: `postgresql://someone@127.0.0.1:${silent.port}/none` };
  const order = { connection, takeCursor: "", countMembers: "", copyMembers: "", cityIds: [], newcomersSince: 0 };
  await expect(loadMembers(order, new AbortController().signal, 100)).rejects.toThrow("abort");
});
