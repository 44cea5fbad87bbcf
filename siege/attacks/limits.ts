import { askCall } from "../ask.ts";
import { compareCounts, countAtMost, type Figure } from "../report.ts";
import { openTarget } from "../target.ts";
import type { Attack } from "./attack.ts";

const SCREENS = ["/admin/dashboard", "/admin/settings", "/admin/orders", "/admin/team", "/session"];
const TRIES = 3;

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const { cookie } = await target.signIn({ role: "admin" }, "10.90.0.1");
    const ask = (method: string, path: string, json?: object) =>
      askCall(target.origin, { method, path, from: "10.90.0.1", cookie, ...(json && { json }) });
    const countOpened = async () => {
      let openedCount = 0;
      for (let round = 0; round < TRIES; round += 1)
        for (const path of SCREENS) openedCount += (await ask("GET", path)).status === 200 ? 1 : 0;
      return openedCount;
    };
    const quiet = await countOpened();
    let savedCount = 0;
    for (const name of ["limit:calls", "limit:staffCalls", "limit:sessionChecks"]) {
      const { status } = await ask("PUT", "/admin/settings", { changes: [{ name, value: "1/1" }] });
      if (status === 200) savedCount += 1;
      else if (status !== 400) throw new Error(`saving a limit was answered by ${status}`);
    }
    return [
      countAtMost("limits saved below what one screen needs", savedCount, 0),
      compareCounts("calls of the office that open", quiet, await countOpened(), quiet),
    ];
  } finally {
    await target.stop();
  }
}

export const limitsAttack: Attack = { key: "limits", name: "A saved limit that locks the office", run };
