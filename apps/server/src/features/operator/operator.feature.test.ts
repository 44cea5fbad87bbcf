import { adoptBrand, brand, presetBrand } from "@caramelo/contract/brand/brand";
import { rateLimits } from "@caramelo/contract/call/rate-limits";
import { adoptMailTexts, findMailText, mailTexts } from "@caramelo/contract/mail/texts";
import { SETTING_NAMES } from "@caramelo/contract/operator/calls";
import { afterEach, describe, expect, test, vi } from "vitest";
import { writeMail } from "../../base/mail/text-rules.ts";
import { readConfig } from "../../start/config.ts";
import { followSiteSettings, openSiteSettings } from "../../start/site-settings.ts";
import { isFieldText } from "../../testing/field-texts.ts";
import { runJobs } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { PATIENT } from "../../testing/patience.ts";
import { PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { linkMail } from "../accounts/mail-rules.ts";
import { saveSetting } from "./queries.ts";

const world = await openWorld({ LIMIT_FAVORITES: "7/60", BRAND_TAGLINE: "Do ambiente." });
const staff = await makeSignedIn(world, { role: "admin" });
const { api } = staff.browser;

type Changes = Parameters<typeof api.operator.change>[0]["body"]["changes"];
const save = (changes: Changes) => api.operator.change({ body: { changes } });
const readSetting = async (name: string) => {
  const { brand: texts, limits, switches } = (await api.operator.read()).body;
  return [...texts, ...limits, ...switches].find((setting) => setting.name === name);
};
const latestNumber = async () => (await api.operator.history()).body.changes[0]?.number;
const latest = async () => {
  const [change] = (await api.operator.history()).body.changes;
  if (!change) throw new Error("no change");
  return change;
};
const listAudit = (action: string) =>
  world.db.selectFrom("auditEntry").where("action", "=", action).orderBy("id").selectAll().execute();

afterEach(async () => {
  await world.owner.deleteFrom("operatorSetting").execute();
  await world.context.siteSettings.reload();
});

describe("a setting that the operator saves", () => {
  test("is in force at once, and says where it comes from", async () => {
    expect(await readSetting("brand:name")).toMatchObject({ value: presetBrand.name, source: "preset" });
    expect((await save([{ name: "brand:name", value: "Clube da Ana" }])).body).toEqual({ changed: 1 });
    expect(await readSetting("brand:name")).toEqual({
      name: "brand:name",
      value: "Clube da Ana",
      preset: presetBrand.name,
      source: "saved",
      variable: "BRAND_NAME",
    });
    expect(brand.seller).toBe("Clube da Ana");
    expect(writeMail("password-changed").subject).toBe("Sua senha do Clube da Ana foi alterada");
  });

  test("[D5.21] is in the history and in the audit log, with who did it", async () => {
    const before = await listAudit("settings.changed");
    await save([{ name: "brand:companyName", value: "Clube Ltda." }]);
    expect(await latest()).toMatchObject({
      name: "brand:companyName",
      from: null,
      to: "Clube Ltda.",
      by: expect.any(String),
      undoes: null,
      isLatest: true,
    });
    const details = { setting: "brand:companyName", before: null, after: "Clube Ltda.", undoes: null };
    expect(await listAudit("settings.changed")).toMatchObject([
      ...before,
      { actorId: staff.id, subjectId: null, details },
    ]);
  });

  test("that changes nothing is no change", async () => {
    await save([{ name: "switch:sells", value: false }]);
    const before = await latest();
    expect((await save([{ name: "switch:sells", value: false }])).body).toEqual({ changed: 0 });
    expect(await latest()).toEqual(before);
  });

  test("is refused as a whole when one value is wrong, with the words for its field", async () => {
    const attempt = await save([
      { name: "brand:name", value: "Clube" },
      { name: "limit:recovery", value: "muitos" },
    ]);
    expect(attempt.failure.code).toBe("VALIDATION_ERROR");
    expect(attempt.failure).toMatchObject({
      details: { fields: { "limit:recovery": "Informe quantas vezes e em quanto tempo, em números inteiros" } },
    });
    expect(brand.name).toBe(presetBrand.name);
  });

  test("[M1.02] is refused in words of the catalogue, whichever setting it is and whatever is wrong with it", async () => {
    const { paragraphs, footnote } = mailTexts.recovery;
    const words = { subject: "{dia}", paragraphs: [...paragraphs], label: "Abrir", footnote };
    const wrong = ["", "x", "1/1", "1/9999999", "x".repeat(300), "clube@clube.invalid", "\u0007", true, words];
    const texts = new Set<string>();
    for (const value of wrong) {
      const { failure } = await save(SETTING_NAMES.map((name) => ({ name, value })));
      for (const text of Object.values(failure.details?.fields ?? {})) texts.add(text);
    }
    const mail = { kind: "recovery", text: words } as const;
    for (const text of Object.values((await api.operator.testMail({ body: mail })).failure.details?.fields ?? {}))
      texts.add(text);
    expect(texts.size).toBeGreaterThan(10);
    expect([...texts].filter((text) => !isFieldText(text))).toEqual([]);
  });

  test("cannot change what the environment sets, which is shown as such", async () => {
    expect(await readSetting("limit:favorites")).toMatchObject({
      value: "7/60",
      source: "environment",
      variable: "LIMIT_FAVORITES",
    });
    expect(await readSetting("brand:tagline")).toMatchObject({ value: "Do ambiente.", source: "environment" });
    expect((await save([{ name: "limit:favorites", value: "12/60" }])).failure.code).toBe("SETTING_FIXED");
    expect((await save([{ name: "brand:tagline", value: "Outra." }])).failure.code).toBe("SETTING_FIXED");
  });

  test("is in force in every process on the same database, soon after it was saved", async () => {
    const { context, connectionString } = world;
    const config = readConfig({ DATA_DIR: world.dataDir });
    if (!config.ok) throw new Error(config.errors.join());
    const otherSettings = await openSiteSettings({ config: config.config, db: world.db });
    const following = await followSiteSettings(otherSettings, { connection: { connectionString }, log: context.log });
    await save([{ name: "switch:sells", value: false }]);
    await vi.waitFor(() => expect(otherSettings.inForce().switches.sells).toBe(false), PATIENT);
    await api.operator.undo({ params: { number: (await latest()).number } });
    await vi.waitFor(() => expect(otherSettings.inForce().switches.sells).toBe(true), PATIENT);
    await following.stop();
  });

  test("loses invisible characters, and is refused where it is broken", async () => {
    await save([{ name: "brand:companyName", value: " \u202eClube\u2028da  Ana\u200b " }]);
    expect(await readSetting("brand:companyName")).toMatchObject({ value: "Clube da Ana" });
    await save([{ name: "brand:companyName", value: "\u202e\u200b" }]);
    expect(await readSetting("brand:companyName")).toMatchObject({ value: "" });
    const brokenAnswer = await save([{ name: "brand:name", value: "Clube \ud800" }]);
    expect(brokenAnswer.failure.code).toBe("VALIDATION_ERROR");
  });

  test("survives a restart", async () => {
    await save([{ name: "brand:name", value: "Clube" }]);
    adoptBrand(presetBrand);
    adoptMailTexts([]);
    await world.context.siteSettings.reload();
    expect(brand.name).toBe("Clube");
  });
});

describe("a reverted change", () => {
  test("gives the value from before, and is a change too", async () => {
    await save([{ name: "brand:name", value: "Primeiro" }]);
    await save([{ name: "brand:name", value: "Segundo" }]);
    const second = await latest();
    const before = await listAudit("settings.undone");
    await api.operator.undo({ params: { number: second.number } });
    expect(brand.name).toBe("Primeiro");
    expect(await latest()).toMatchObject({ from: "Segundo", to: "Primeiro", undoes: second.number, isLatest: true });
    expect(await listAudit("settings.undone")).toMatchObject([...before, { actorId: staff.id }]);
  });

  test("leads back to what was there before the first one", async () => {
    await save([{ name: "limit:recovery", value: "9/3600" }]);
    await api.operator.undo({ params: { number: (await latest()).number } });
    expect(await readSetting("limit:recovery")).toMatchObject({ value: "3/3600", source: "preset" });
  });

  test("must be the latest one of its setting", async () => {
    await save([{ name: "brand:name", value: "Primeiro" }]);
    const first = await latest();
    await save([{ name: "brand:name", value: "Segundo" }]);
    expect((await api.operator.undo({ params: { number: first.number } })).failure.code).toBe("SETTING_CHANGED");
    expect((await api.operator.undo({ params: { number: 2_000_000 } })).failure.code).toBe("NOT_FOUND");
    expect(brand.name).toBe("Segundo");
  });

  test("[D1.17] is refused where production may not be as it was", async () => {
    const environment = world.context.siteSettings.environment;
    await save([{ name: "brand:companyName", value: "Clube Ltda." }]);
    const { number } = await latest();
    environment.mode = "production";
    expect((await api.operator.undo({ params: { number } })).failure.code).toBe("SETTING_REFUSED");
    environment.mode = "demo";
    expect((await api.operator.undo({ params: { number } })).status).toBe(200);
  });

  test("by two people at once is reverted once", async () => {
    await save([{ name: "brand:name", value: "Primeiro" }]);
    const { number } = await latest();
    const undo = () => api.operator.undo({ params: { number } });
    const sides = [undo, undo];
    const attempts = await race(world.owner, holdWrites("operatorSetting", "operatorSettingChange"), sides);
    expect(attempts.map(({ status, failure }) => failure?.code ?? status)).toEqual([200, "SETTING_CHANGED"]);
  });
});

describe("a limit", () => {
  test("is in force from the moment of saving, and counts from zero", async () => {
    const { browser } = await makeSignedIn(world, { role: "baby" });
    const ask = () => browser.api.cities.search({ query: { q: "são paulo" } });
    expect((await ask()).status).toBe(200);
    const { floor } = rateLimits.citySearch;
    await save([{ name: "limit:citySearch", value: floor }]);
    for (let at = 0; at < Number(floor.split("/")[0]); at += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    await save([{ name: "limit:citySearch", value: null }]);
    expect((await ask()).status).toBe(200);
  });

  test("[T77] below what one screen needs is refused by its field, and nothing changes", async () => {
    const before = await latestNumber();
    const attempt = await save([
      { name: "limit:calls", value: "1/1" },
      { name: "limit:staffCalls", value: "65/60" },
      { name: "brand:name", value: "Clube" },
    ]);
    expect(attempt.failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        fields: {
          "limit:calls": "Use no mínimo 60 em 1 segundo: menos que isso bloquearia quem usa o site normalmente",
          "limit:staffCalls": "Use no mínimo 66 em 1 minuto: menos que isso bloquearia quem usa o site normalmente",
        },
      },
    });
    expect(await readSetting("limit:calls")).toMatchObject({ value: "600/60", source: "preset" });
    expect(brand.name).toBe(presetBrand.name);
    expect(await latestNumber()).toBe(before);
  });

  test("[T77] that was stored before it had a floor is in force as its floor", async () => {
    for (const [name, value] of [
      ["limit:calls", "1/1"],
      ["limit:staffCalls", "5/3600"],
      ["limit:sessionChecks", "700/60"],
    ] as const)
      await saveSetting(world.owner, name, value, new Date());
    await world.context.siteSettings.reload();
    expect(await readSetting("limit:calls")).toMatchObject({ value: "60/1", source: "saved" });
    expect(await readSetting("limit:staffCalls")).toMatchObject({ value: "3960/3600" });
    expect(await readSetting("limit:sessionChecks")).toMatchObject({ value: "700/60" });
    // Owners who had locked themselves out can open the screen and reset the limit.
    expect((await save([{ name: "limit:calls", value: null }])).status).toBe(200);
    expect(await readSetting("limit:calls")).toMatchObject({ value: "600/60", source: "preset" });
  });

  test("of profiles a day holds at once", async () => {
    await save([{ name: "profiles:ordinary", value: "1200" }]);
    expect(world.context.siteSettings.inForce().profilesADay).toEqual({ ordinary: 1200, premium: 3000, fresh: 750 });
  });
});

describe("a switch", () => {
  test("closes the sign-up, and opens it again", async () => {
    await save([{ name: "switch:takesSignUps", value: false }]);
    const check = () => world.browser().api.accounts.checkPassword({ body: { password: PASSWORD } });
    expect((await check()).failure.code).toBe("SIGN_UPS_CLOSED");
    await save([{ name: "switch:takesSignUps", value: true }]);
    expect((await check()).status).toBe(200);
  });

  test("pauses the sales", async () => {
    const { browser } = await makeSignedIn(world, { role: "daddy" });
    const order = () => browser.api.billing.makeOrder({ body: { product: "tokens", method: "pix" } });
    await save([{ name: "switch:sells", value: false }]);
    expect((await order()).failure.code).toBe("SALES_PAUSED");
    await save([{ name: "switch:sells", value: null }]);
    expect((await order()).status).toBe(200);
  });

  test("decides whether addresses must be confirmed", async () => {
    expect(world.context.site.confirmsEmails).toBe(false);
    await save([{ name: "switch:confirmsEmails", value: true }]);
    expect(world.context.site.confirmsEmails).toBe(true);
  });
});

describe("the words of a mail", () => {
  const text = { ...findMailText("recovery"), paragraphs: ["No {marca} o link vale por {horas} horas."] };

  test("are the operator's once they are saved, with all values in their places", async () => {
    await save([{ name: "mail:recovery", value: { ...text, subject: "Seu novo link" } }]);
    const mail = linkMail("recovery", "https://caramelo.example/redefinir-senha#x");
    expect(mail.subject).toBe("Seu novo link");
    expect(mail.text).toContain(`No ${presetBrand.name} o link vale por 24 horas.`);
    const { mails } = (await api.operator.read()).body;
    expect(mails.find(({ name }) => name === "mail:recovery")).toMatchObject({
      subject: "Seu novo link",
      source: "saved",
    });
    await save([{ name: "mail:recovery", value: null }]);
    expect(linkMail("recovery", "https://x.example").subject).toBe(`Seu link do ${presetBrand.name}`);
  });

  test("[T62] are never markup", async () => {
    await save([{ name: "mail:recovery", value: { ...text, subject: "<b>oi</b>", footnote: "<script>1</script>" } }]);
    const { html } = linkMail("recovery", "https://caramelo.example");
    expect(html).not.toMatch(/<b>|<script>/);
  });

  test("are tried by a mail to the person who tries them, filled with the examples", async () => {
    const answer = await api.operator.testMail({
      body: { kind: "recovery", text: { ...text, subject: "Experiência" } },
    });
    const { email } = await world.owner
      .selectFrom("member")
      .where("id", "=", staff.id)
      .select("email")
      .executeTakeFirstOrThrow();
    expect(answer.body).toEqual({ to: email, isSending: false });
    const [mail] = (await api.mail.list()).body.mails;
    expect(mail).toMatchObject({ to: email, subject: "Experiência", state: "kept" });
    const { text: words } = (await api.mail.read({ params: { id: mail?.id ?? "" } })).body;
    expect(words).toContain(`No ${presetBrand.name} o link vale por 24 horas.`);
  });

  test("lead in a test where those of the mail lead", async () => {
    await api.operator.testMail({
      body: { kind: "news", text: { ...findMailText("news"), paragraphs: ["{novidades}"] } },
    });
    const [mail] = (await api.mail.list()).body.mails;
    const { text: words } = (await api.mail.read({ params: { id: mail?.id ?? "" } })).body;
    expect(words).toContain(`Para mudar ou desligar: ${world.context.site.origin}/configuracoes`);
  });

  test("that name what the mail does not know are refused", async () => {
    const wrong = { ...text, footnote: "Até {dia}." };
    expect((await save([{ name: "mail:recovery", value: wrong }])).failure.code).toBe("VALIDATION_ERROR");
    expect((await api.operator.testMail({ body: { kind: "recovery", text: wrong } })).failure.code).toBe(
      "VALIDATION_ERROR",
    );
  });
});

test("the state of the providers names what this installation is connected to, and no secret", async () => {
  const server = await startMailServer();
  const sendingWorld = await openWorld({ SMTP_URL: server.url.replace("smtp://", "smtp://ana:segredo@") });
  const { browser } = await makeSignedIn(sendingWorld, { role: "admin" });
  const { body } = await browser.api.operator.providers();
  expect(body).toMatchObject({
    isProduction: false,
    mail: { isSending: true, server: server.url.replace(/\/$/, ""), lastFailedAt: null },
    payments: [{ name: "sandbox", isLive: false, methods: ["pix", "card"], lastWebhookAt: null }],
    push: { isOn: true },
    safety: { ageAssurance: "off", requiresFactor: false },
    database: { isEmbedded: true },
  });
  expect(JSON.stringify(body)).not.toMatch(/segredo|ana:/);
  await save([{ name: "brand:supportEmail", value: "ajuda@clube.example" }]);
  expect((await api.operator.providers()).body.mail.from).toBe(`${presetBrand.name} <ajuda@clube.example>`);
  await runJobs(sendingWorld);
  await server.close();
});

test("a history goes on from page to page, the latest first", async () => {
  for (let count = 0; count < 22; count += 1) await save([{ name: "brand:address", value: `Rua ${count}` }]);
  const first = (await api.operator.history()).body;
  expect(first.changes).toHaveLength(20);
  const second = (await api.operator.history({ query: { before: first.next ?? 0 } })).body;
  expect(second.changes[0]?.to).toBe("Rua 1");
  expect(second.changes[0]?.isLatest).toBe(false);
});

test("only staff read or change settings", async () => {
  const member = await makeSignedIn(world, { role: "daddy" });
  for (const browser of [member.browser]) {
    expect((await browser.api.operator.read()).failure.code).toBe("ADMIN_ONLY");
    expect(
      (await browser.api.operator.change({ body: { changes: [{ name: "brand:name", value: "x" }] } })).failure.code,
    ).toBe("ADMIN_ONLY");
    expect((await browser.api.operator.history()).failure.code).toBe("ADMIN_ONLY");
  }
});
