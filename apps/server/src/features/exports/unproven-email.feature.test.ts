import { expect, test } from "vitest";
import { exportOf } from "../../testing/exports.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { readLink } from "../../testing/mails.ts";
import { sendNotice } from "../../testing/notices.ts";
import { newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";

const DAY_MS = 86_400_000;
const BY_ADDRESS = ["dados/data-request.json", "dados/mail.json", "dados/notice.json"];

const world = await openWorld({ EMAIL_CONFIRMATION: "off" });
const photo = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

async function countRows(browser: ReturnType<World["browser"]>): Promise<number[]> {
  const files = await exportOf(world, browser);
  return BY_ADDRESS.map((name) => JSON.parse(files.get(name)?.toString() ?? "[]").length);
}

test("[T13][D5.16] an account with somebody else's unproven mailbox exports nothing that only the address finds", async () => {
  const email = newEmail();
  const { api } = world.browser();
  await sendNotice(world, "uma foto", { email });
  await api.personalData.sendDataRequest({ body: { kind: "access", words: "O que há?", name: "Bia", email } });

  const { status, body } = await api.accounts.signUp({ body: signUpForm({ email }), photos: [photo, photo] });
  expect(status).toBe(200);
  expect(await countRows(await openBrowserOf(world, body.id))).toEqual([0, 0, 0]);

  world.pass(DAY_MS + 1);
  expect((await api.accounts.requestRecovery({ body: { email } })).status).toBe(200);
  const { token } = await readLink(world, email);
  const newPassword = { password: PASSWORD, passwordConfirmation: PASSWORD };
  expect((await api.accounts.resetPassword({ body: { token, ...newPassword } })).status).toBe(200);
  const [requests, mails = 0, notices] = await countRows(await openBrowserOf(world, body.id));
  expect([requests, mails > 2, notices]).toEqual([1, true, 1]);
});
