import { expect, test } from "vitest";
import { connectToPsp } from "../../platform/payments/pix/pix-connection.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { openPsp } from "../../testing/pix-psp/psp.ts";
import { tryPix } from "./commands.ts";

const psp = await openPsp();
const api = await connectToPsp(psp.connection, { clock: systemClock, log: { warn: () => {} } });
const chave = psp.settings.PIX_KEY;

/** Runs the command and pays the code as soon as it is shown. */
async function run(key = chave) {
  const saidLines: string[] = [];
  const say = (line: string) => {
    saidLines.push(line);
    if (line.startsWith("1.")) for (const txid of psp.listOpen()) psp.pay(txid);
  };
  await tryPix({ api, chave: key, say, askAgainMs: 1 });
  return saidLines;
}

test("[D4.38] the operator's trial charges one cent, sees it paid, and returns it", async () => {
  const output = await run();
  expect(output.map((line) => line.slice(0, 2)).filter((start) => /\d\./.test(start))).toEqual([
    "1.",
    "2.",
    "3.",
    "4.",
  ]);
  expect(output.join("\n")).toContain("pix.psp.example/qr/v2/");
  expect(output.join("\n")).toContain("R$\u00a00,01");
});

test("[D4.38] the operator's trial says so when the key is not the account's, or the cent cannot go back", async () => {
  await expect(run("outra@caramelo.invalid")).rejects.toThrow("Is PIX_KEY a key of this account?");
  psp.returns("not done");
  await expect(run()).rejects.toThrow("could not return the cent");
});
