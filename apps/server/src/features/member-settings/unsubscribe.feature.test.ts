import { afterAll, expect, test } from "vitest";
import { addMail } from "../../base/mail/queries.ts";
import { composeMail } from "../../base/mail/rules.ts";
import { runJobs } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { newEmail } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const server = await startMailServer();
const world = await openWorld({ SMTP_URL: server.url });
afterAll(() => server.close());

const content = composeMail({ subject: "Um assunto", paragraphs: ["Umas palavras."], footnote: "Um fim." });

/** Sends a mail and returns its headers, with the folded ones in one line. */
async function send(kind: "news" | "recovery", to: string): Promise<string> {
  await world.db.transaction().execute((trx) => addMail(trx, to, { kind, ...content }, world.context.clock.now()));
  await runJobs(world);
  const mail = server.takenMails.find((takenMail) => takenMail.to.includes(to));
  return (mail?.source ?? "").split("\r\n\r\n", 1)[0]?.replaceAll(/\r\n\s+/g, " ") ?? "";
}

const press = (url: string) =>
  world.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });

test("one press in the mail program ends the mails about notifications", async () => {
  const email = newEmail();
  const ana = await makeSignedIn(world, { email });
  await ana.browser.api.memberSettings.change({ body: { mailMessages: "each", mailVisits: "daily", hasSound: false } });
  const headers = await send("news", email);
  expect(headers).toContain("Auto-Submitted: auto-generated");
  expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const address = /List-Unsubscribe: <(.+?)>/.exec(headers)?.[1] ?? "";
  expect(address).toMatch(`${world.context.site.origin}/api/unsubscribe?of=`);
  const { pathname, search } = new URL(address);

  const look = await world.app.inject({ url: pathname + search });
  expect([look.statusCode, look.headers.location]).toEqual([302, "/configuracoes"]);
  expect((await ana.browser.api.memberSettings.read()).body).toMatchObject({
    mailMessages: "each",
    mailVisits: "daily",
  });
  for (let time = 0; time < 2; time += 1) expect((await press(pathname + search)).statusCode).toBe(200);
  const never = { mailMessages: "never", mailFavorites: "never", mailVisits: "never", hasSound: false };
  expect((await ana.browser.api.memberSettings.read()).body).toMatchObject(never);
});

test("a link that we did not seal changes nothing", async () => {
  const sealedLink = world.context.sealer.seal(Buffer.from(newEmail()), "other").toString("base64url");
  for (const query of ["", "?of=", "?of=x", `?of=${sealedLink}`, "?of=a&of=b"]) {
    const reply = await press(`/api/unsubscribe${query}`);
    expect([query, reply.statusCode, reply.json().code]).toEqual([query, 403, "PERMISSION_DENIED"]);
  }
});

test("a mail about the account cannot be switched off", async () => {
  const headers = await send("recovery", newEmail());
  expect(headers).toContain("Auto-Submitted: auto-generated");
  expect(headers).not.toContain("List-Unsubscribe");
});
