import { randomUUID } from "node:crypto";
import { shortEmail } from "@caramelo/contract/formats/short-email";
import { mapAbout } from "@caramelo/contract/texts/about";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { readMails } from "../../testing/mails.ts";
import { makeMember } from "../../testing/people.ts";
import { recordPublishedEvents, SELF_CHANGED } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { makeVerification } from "../../testing/verifications.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const events = recordPublishedEvents(world);
const team = await makeSignedIn(world, { role: "admin", name: "Rita da Equipe" });
const { verification } = team.browser.api;

const birthOn = "1995-05-05";
const DAY_MS = 86_400_000;

/** A member with a pending request. */
async function makeWaiting(name = "Ana", createdAt = new Date()) {
  const member = await makeMember(world.owner, { name });
  return { ...member, request: await makeVerification(world, member.id, { createdAt }) };
}

const profileOf = ({ id }: { id: string }) =>
  world.owner.selectFrom("profile").where("memberId", "=", id).selectAll().executeTakeFirstOrThrow();
const requestOf = (id: string) =>
  world.owner.selectFrom("verificationRequest").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
const entriesOf = ({ id }: { id: string }) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    .orderBy("id")
    .select(["actorId", "action", "details"])
    .execute();

describe("an approval", () => {
  test("[K4.07][K6.06][T26][D2.36] verifies the member, stamps who reviewed it and when, and fixes the age", async () => {
    const ana = await makeWaiting();
    const browser = await openBrowserOf(world, ana.id);
    const reply = await verification.approve({ params: { id: ana.request.id }, body: { birthOn: "1996-06-06" } });
    expect(reply.status).toBe(200);
    expect(await requestOf(ana.request.id)).toMatchObject({
      status: "approved",
      birthOn: "1996-06-06",
      reviewedBy: team.id,
      reviewedAt: expect.any(Date),
    });
    expect(await profileOf(ana)).toMatchObject({ isVerified: true, birthOn: "1996-06-06", tier: 1 });

    const own = (await browser.api.profiles.mine()).body;
    expect(own).toMatchObject({ isVerified: true, isAgeFixed: true, age: 30 });
    const change = { name: own.name, ...mapAbout(({ name }) => own[name] ?? ""), age: 44, cityId: own.city?.id ?? 0 };
    expect((await browser.api.profiles.change({ body: change })).body).toMatchObject({ age: 30, isAgeFixed: true });
  });

  test("tells the member's browsers at once, and the member by mail in words that a locked screen may show", async () => {
    const bia = await makeWaiting();
    await verification.approve({ params: { id: bia.request.id }, body: { birthOn } });
    expect(events.publishedTo(bia)).toEqual([SELF_CHANGED]);
    expect(await readMails(world, bia.email)).toEqual([
      { kind: "verification-approved", subject: "Uma novidade na sua conta", bodyText: expect.any(String) },
    ]);
  });

  test("[T26] changes request and profile both or neither, and a failure reaches the reviewer", async () => {
    const carla = await makeWaiting();
    await sql`
      create function refuse_verified() returns trigger language plpgsql as $$
      begin if new.is_verified then raise 'killed'; end if; return new; end $$`.execute(world.owner);
    await sql`
      create trigger profile_refuses before update on profile
      for each row execute function refuse_verified()`.execute(world.owner);
    const reply = await verification.approve({ params: { id: carla.request.id }, body: { birthOn } });
    await sql`drop trigger profile_refuses on profile`.execute(world.owner);
    expect(reply.failure).toMatchObject({ code: "SERVER_ERROR" });
    expect(await requestOf(carla.request.id)).toMatchObject({ status: "pending", reviewedAt: null });
    expect(await profileOf(carla)).toMatchObject({ isVerified: false, birthOn: null });
    expect([await entriesOf(carla), await readMails(world, carla.email)]).toEqual([[], []]);
    expect(events.publishedTo(carla)).toEqual([]);
  });

  test("[T51] of a birth date below 18 is refused", async () => {
    const dora = await makeWaiting();
    const reply = await verification.approve({ params: { id: dora.request.id }, body: { birthOn: "2012-01-01" } });
    expect(reply.failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { birthOn: "Usuário deve ter pelo menos 18 anos" } },
    });
    expect(await profileOf(dora)).toMatchObject({ isVerified: false, birthOn: null });
  });
});

describe("a rejection", () => {
  test("[K4.08][D5.12] stamps the review with its reason, and takes no verification away", async () => {
    const eva = await makeWaiting();
    await world.owner.updateTable("profile").set({ isVerified: true }).where("memberId", "=", eva.id).execute();
    const before = Date.now();
    const body = { reason: "other", note: "Falta a página da foto." } as const;
    expect((await verification.reject({ params: { id: eva.request.id }, body })).status).toBe(200);
    const request = await requestOf(eva.request.id);
    expect(request).toMatchObject({ status: "rejected", reviewedBy: team.id, ...body });
    expect(Math.round(((request.documentsEndAt?.getTime() ?? 0) - before) / DAY_MS)).toBe(30);
    expect(await profileOf(eva)).toMatchObject({ isVerified: true, birthOn: null });
    expect(events.publishedTo(eva)).toEqual([SELF_CHANGED]);
    const [mail] = await readMails(world, eva.email);
    expect(mail?.kind).toBe("verification-rejected");
    // The reason may say what a document shows.
    expect(mail?.bodyText).not.toContain("Falta");
  });

  test("for another reason needs words", async () => {
    const fabi = await makeWaiting();
    const reply = await verification.reject({ params: { id: fabi.request.id }, body: { reason: "other" } });
    expect(reply.failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { note: "Escreva o motivo" } },
    });
  });
});

describe("a revoked approval", () => {
  async function makeApproved(documentNumber?: string) {
    const member = await makeWaiting();
    const body = { birthOn, ...(documentNumber !== undefined && { documentNumber }) };
    await verification.approve({ params: { id: member.request.id }, body });
    return member;
  }

  test("[D2.36][D5.21] ends badge and assured age, rejects the request with its reason, and tells the member", async () => {
    const olga = await makeApproved("12.345.678-9");
    const browser = await openBrowserOf(world, olga.id);
    const { id } = olga.request;
    const before = Date.now();
    expect((await verification.revoke({ params: { id }, body: { reason: "wrong_document" } })).status).toBe(200);
    expect(await profileOf(olga)).toMatchObject({ isVerified: false, birthOn: null, ageGate: null, tier: 2 });
    const request = await requestOf(id);
    expect(request).toMatchObject({
      status: "rejected",
      reason: "wrong_document",
      reviewedBy: team.id,
      // The number of a false document says nothing about its sender.
      documentMark: null,
    });
    expect(Math.round(((request.documentsEndAt?.getTime() ?? 0) - before) / DAY_MS)).toBe(30);
    const own = (await browser.api.verification.mine()).body;
    expect(own).toMatchObject({ request: { status: "rejected" }, isAgeAssured: false, mayRequest: true });
    expect(own.request?.reason).toContain("Não aceitamos este tipo de documento.");
    expect((await browser.api.profiles.mine()).body).toMatchObject({ isVerified: false, isAgeFixed: false, age: 30 });
    expect(events.publishedTo(olga)).toEqual([SELF_CHANGED, SELF_CHANGED]);
    expect((await readMails(world, olga.email)).map(({ kind }) => kind)).toEqual([
      "verification-approved",
      "verification-revoked",
    ]);
    expect((await entriesOf(olga)).at(-1)).toEqual({
      actorId: team.id,
      action: "verification.revoked",
      details: { request: id, reason: "wrong_document" },
    });
  });

  test("[D5.12] keeps destroyed documents destroyed, and does not say otherwise", async () => {
    const paula = await makeApproved();
    const { id } = paula.request;
    const { documentsEndAt } = await requestOf(id);
    await world.owner.updateTable("verificationRequest").set({ sealedKey: null }).where("id", "=", id).execute();
    await verification.revoke({ params: { id }, body: { reason: "selfie_differs" } });
    expect(await requestOf(id)).toMatchObject({ status: "rejected", sealedKey: null, documentsEndAt });
  });

  test("is revoked once, also by two people at once, and only an approval can be", async () => {
    const rosa = await makeApproved();
    const body = { reason: "unreadable" } as const;
    const revoke = () => verification.revoke({ params: { id: rosa.request.id }, body });
    const replies = await race(world.owner, holdWrites("verificationRequest"), [revoke, revoke]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    const sara = await makeWaiting();
    expect((await verification.revoke({ params: { id: sara.request.id }, body })).failure).toMatchObject({
      code: "VERIFICATION_NOT_APPROVED",
      userMessage: "Esta verificação não está aprovada.",
    });
    expect(await requestOf(sara.request.id)).toMatchObject({ status: "pending" });
  });

  test("[T51] of a member below 18 suspends them", async () => {
    const tina = await makeApproved();
    await verification.revoke({ params: { id: tina.request.id }, body: { reason: "underage" } });
    expect(await profileOf(tina)).toMatchObject({ isVerified: false, isActive: false, suspendedAt: expect.any(Date) });
  });
});

describe("a minor", () => {
  test("[T51][T11] is suspended with the rejection, out of their session at once, and reads why in one mail", async () => {
    const kim = await makeWaiting();
    const browser = await openBrowserOf(world, kim.id);
    const endedIds: string[] = [];
    world.context.live.subscribe((message) => {
      if (message.kind === "end-member") endedIds.push(message.memberId);
    });
    const reply = await verification.reject({ params: { id: kim.request.id }, body: { reason: "underage" } });
    expect(reply.status).toBe(200);
    expect(await profileOf(kim)).toMatchObject({ isActive: false, suspendedAt: expect.any(Date) });
    expect((await browser.api.profiles.mine()).failure.code).toBe("AUTH_SESSION_EXPIRED");
    expect(endedIds).toContain(kim.id);
    const mails = await readMails(world, kim.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.bodyText).toContain("18 anos");
    expect((await entriesOf(kim)).map(({ action }) => action)).toEqual(["member.suspended", "verification.rejected"]);
  });

  test("[T51][T11] stays out when they were suspended for days, and is told", async () => {
    const lua = await makeWaiting();
    const { suspend } = team.browser.api.moderation;
    await suspend({ params: { id: lua.id }, body: { reason: "Ofensas.", days: 1 } });
    await verification.reject({ params: { id: lua.request.id }, body: { reason: "underage" } });
    expect(await profileOf(lua)).toMatchObject({ isActive: false, suspendedUntil: null });
    expect((await readMails(world, lua.email)).at(-1)?.bodyText).toContain("18 anos");
  });

  test("[T51] does not come back by the appeal against what they were suspended for before", async () => {
    const nara = await makeWaiting();
    const { suspend } = team.browser.api.moderation;
    await suspend({ params: { id: nara.id }, body: { reason: "Spam." } });
    await verification.reject({ params: { id: nara.request.id }, body: { reason: "underage" } });
    const measures = await world.owner
      .selectFrom("measure")
      .where("memberId", "=", nara.id)
      .orderBy("takenAt")
      .select(["reason", "endedAt"])
      .execute();
    expect(measures).toEqual([
      { reason: "Spam.", endedAt: expect.any(Date) },
      { reason: expect.stringContaining("18 anos"), endedAt: null },
    ]);
  });

  test("[T51] is told of the rejection, too, when they are banned", async () => {
    const olivia = await makeWaiting();
    await team.browser.api.moderation.ban({ params: { id: olivia.id }, body: { reason: "Golpe." } });
    await verification.reject({ params: { id: olivia.request.id }, body: { reason: "underage" } });
    expect((await readMails(world, olivia.email)).at(-1)?.kind).toBe("verification-rejected");
  });
});

describe("the document of a banned person", () => {
  test("is recognised by its number, however it is typed, and the request stays pending", async () => {
    const [bad, back] = [await makeWaiting(), await makeWaiting()];
    const body = { birthOn, documentNumber: "12.345.678-x" };
    await verification.approve({ params: { id: bad.request.id }, body });
    await team.browser.api.moderation.ban({ params: { id: bad.id }, body: { reason: "Golpe." } });
    const reply = await verification.approve({
      params: { id: back.request.id },
      body: { birthOn, documentNumber: "12345678X" },
    });
    expect(reply.failure.code).toBe("DOCUMENT_BANNED");
    expect(await requestOf(back.request.id)).toMatchObject({ status: "pending" });
    expect(await profileOf(back)).toMatchObject({ isVerified: false });
  });

  test("[T37] is kept as a keyed hash only", async () => {
    const lena = await makeWaiting();
    const body = { birthOn, documentNumber: "98.765.432-1" };
    await verification.approve({ params: { id: lena.request.id }, body });
    const request = await requestOf(lena.request.id);
    expect(request.documentMark).toHaveLength(32);
    expect(JSON.stringify([request, await entriesOf(lena)])).not.toMatch(/98\.?765/);
    expect(world.logged.join("\n")).not.toMatch(/98\.?765/);
  });
});

describe("a request", () => {
  test("[T26] is decided once: the second decision gets that answer, also at the same moment", async () => {
    const gabi = await makeWaiting();
    const otherAdmin = await makeSignedIn(world, { role: "admin" });
    const params = { id: gabi.request.id };
    const replies = await race(world.owner, holdWrites("verificationRequest", "profile"), [
      () => verification.approve({ params, body: { birthOn } }),
      () => otherAdmin.browser.api.verification.reject({ params, body: { reason: "unreadable" } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409]);
    expect(replies[1].failure).toMatchObject({
      code: "VERIFICATION_REVIEWED",
      userMessage: "Este pedido já foi revisado.",
    });
    expect((await profileOf(gabi)).isVerified).toBe(true);
    expect((await requestOf(params.id)).status).toBe("approved");
    expect((await entriesOf(gabi)).map(({ action }) => action)).toEqual(["verification.approved"]);
  });

  test("[D5.21] leaves one entry in the audit log for each decision: who, what, whom and why", async () => {
    const [hana, iara] = [await makeWaiting(), await makeWaiting()];
    await verification.approve({ params: { id: hana.request.id }, body: { birthOn } });
    await verification.reject({ params: { id: iara.request.id }, body: { reason: "selfie_differs" } });
    expect(await entriesOf(hana)).toEqual([
      { actorId: team.id, action: "verification.approved", details: { request: hana.request.id } },
    ]);
    expect(await entriesOf(iara)).toEqual([
      {
        actorId: team.id,
        action: "verification.rejected",
        details: { request: iara.request.id, reason: "selfie_differs" },
      },
    ]);
  });

  test("shows what the documents are compared with: profile, photos, stated age and earlier requests", async () => {
    const joana = await makeWaiting("Joana", new Date(Date.now() - 2_000));
    await verification.reject({ params: { id: joana.request.id }, body: { reason: "unreadable" } });
    const next = await makeVerification(world, joana.id);
    const { body } = await verification.staffRequest({ params: { id: next.id } });
    expect(body).toMatchObject({
      member: { id: joana.id, name: "Joana", email: shortEmail(joana.email) },
      status: "pending",
      birthOn,
      age: 31,
      hasDocuments: true,
      documentsEndAt: null,
      reviewer: null,
      profile: { age: 30, city: "São Paulo, SP", isVerified: false, isAgeAssured: false },
      others: [{ id: joana.request.id, status: "rejected", reason: "unreadable" }],
    });
    expect((await verification.staffRequest({ params: { id: joana.request.id } })).body).toMatchObject({
      reviewer: "Rita da Equipe",
      reason: "unreadable",
    });
  });
});

describe("a document", () => {
  test("[T37][T27][D5.11] leaves the vault for the staff, uncached and sealed from scripts, each opening on record", async () => {
    const lara = await makeWaiting();
    const path = `/api/admin/verifications/${lara.request.id}/documents/front`;
    const reply = await team.browser.raw(path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(await reply.text()).toBe(`front of ${lara.request.id}`);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    await team.browser.raw(path);
    const openedEntry = { action: "verification.document-opened", actorId: team.id };
    const details = { request: lara.request.id, document: "front" };
    expect(await entriesOf(lara)).toEqual([
      { ...openedEntry, details },
      { ...openedEntry, details },
    ]);
  });

  test("[T27][T37] asks for a fresh second factor before it says whether it is there, and records no opening", async () => {
    const nina = await makeWaiting();
    const stale = await makeSignedIn(world, { role: "admin" });
    await world.owner
      .updateTable("session")
      .set({ provedAt: new Date(Date.now() - 11 * 60_000) })
      .where("memberId", "=", stale.id)
      .execute();
    for (const id of [nina.request.id, randomUUID()]) {
      const reply = await stale.browser.raw(`/api/admin/verifications/${id}/documents/front`);
      expect([reply.status, (await readFailure(reply)).code]).toEqual([401, "FRESH_FACTOR_REQUIRED"]);
    }
    expect(await entriesOf(nina)).toEqual([]);
  });

  test("[T37] looks missing to its own member, to others and to guests, and no opening is recorded", async () => {
    const mara = await makeWaiting();
    const path = `/api/admin/verifications/${mara.request.id}/documents/selfie`;
    const stranger = await makeSignedIn(world, { role: "daddy" });
    for (const browser of [await openBrowserOf(world, mara.id), stranger.browser, world.browser()])
      expect((await browser.raw(path)).status).toBe(404);
    expect(await entriesOf(mara)).toEqual([]);
  });
});

describe("the list of requests", () => {
  test("[K7.04][K2.58] is the latest first with names and e-mails, 20 a page, counted exactly", async () => {
    const own = await openWorldOf(25);
    const { body } = await own.list();
    expect([body.requests.length, body.total, body.pending]).toEqual([20, 25, 25]);
    const second = (await own.list({ page: 2 })).body;
    expect(second.requests).toHaveLength(5);
    const names = [...body.requests, ...second.requests].map(({ member }) => member.name);
    expect(names).toEqual(Array.from({ length: 25 }, (_, index) => `Ana ${24 - index}`));
    expect(body.requests[0]?.member.email).toContain("@exemplo.invalid");
    expect((await own.list({ status: "approved" })).body).toEqual({ requests: [], total: 0, pending: 25 });
  });

  test("[D4.20] and the queue put a running highlight first; the queue then the member who has waited longest", async () => {
    const own = await openWorldOf(4);
    const [oldest, second, third, latest] = own.members;
    if (!oldest || !second || !third || !latest) throw new Error("no members");
    await grant(own.world.owner, second, { highlightedUntil: new Date(Date.now() + 3_600_000) });
    const idOf = ({ request }: { request: { id: string } }) => request.id;
    const queue = (await own.staff.browser.api.verification.staffQueue()).body;
    expect(queue).toEqual({ ids: [second, oldest, third, latest].map(idOf), pending: 4 });
    const pending = (await own.list({ status: "pending" })).body.requests;
    expect(pending.map(({ id }) => id)).toEqual([second, latest, third, oldest].map(idOf));
    expect(pending.map(({ hasPriority }) => hasPriority)).toEqual([true, false, false, false]);
    // A highlight that has run out no longer counts.
    own.world.pass(3_700_000);
    expect((await own.staff.browser.api.verification.staffQueue()).body.ids[0]).toBe(idOf(oldest));
  });
});

/** A separate world with `count` requests, the oldest first. */
async function openWorldOf(count: number) {
  const own = await openWorld();
  const members = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await makeMember(own.owner, { name: `Ana ${index}` });
    const createdAt = new Date(Date.now() - (count - index) * 60_000);
    members.push({ id, request: await makeVerification(own, id, { createdAt }) });
  }
  const staff = await makeSignedIn(own, { role: "admin" });
  const list = (query = {}) => staff.browser.api.verification.staffList({ query });
  return { world: own, staff, members, list };
}
