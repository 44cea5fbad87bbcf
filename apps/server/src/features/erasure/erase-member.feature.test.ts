import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import type { AnyTables } from "../../platform/inventory.ts";
import { latestOf } from "../../platform/storage/erasure-list.ts";
import { keptData } from "../../start/inventory.ts";
import {
  addDueErasure,
  askErasure,
  DAY_MS,
  eraseSignedIn,
  fillErasedMember,
  findTraces,
  makeErasureDue,
  NAME,
  runErasures,
} from "../../testing/erasures.ts";
import { listStored, sweepUp } from "../../testing/leftovers.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeMeasure, makeNotice } from "../../testing/moderation.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { newEmail } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { settleOrder } from "../billing/settle-order.ts";
import { removeCasesOfErased } from "../moderation/retention-jobs.ts";
import { removeConsentsOfErased } from "../personal-data/consent-jobs.ts";
import { changePayment } from "../sandbox/queries.ts";
import { eraseMember } from "./erase-member.ts";
import { eraseAccounts } from "./jobs.ts";
import { listReferences, textOf } from "./step-queries.ts";
import { listSteps } from "./step-rules.ts";

const world = await openWorld();
const { owner } = world;

const report = ({ browser }: Pick<Awaited<ReturnType<typeof makeSignedIn>>, "browser">, memberId: string) =>
  browser.api.moderation.report({ body: { memberId, reason: "harassment" } });

async function closeCasesAbout(memberId: string): Promise<void> {
  const { moderation } = (await makeSignedIn(world, { role: "admin" })).browser.api;
  const cases = await owner.selectFrom("reportCase").where("reportedId", "=", memberId).select("id").execute();
  for (const { id } of cases) {
    const closeAnswer = await moderation.closeCase({ params: { id }, body: { status: "dismissed" } });
    expect(closeAnswer.status).toBe(200);
  }
}

async function countNotifications(memberId: string): Promise<number> {
  return (await owner.selectFrom("notification").where("memberId", "=", memberId).select("id").execute()).length;
}

/** The tables in which the inventory keeps the number of an erased member, and where they may contain its words. */
const KEPT = new Set(
  Object.entries<AnyTables[string]>(keptData.tables).flatMap(([table, { people }]) =>
    people.some(({ as, onErasure }) => as !== "staff" && onErasure.does !== "delete") ? [snake(table)] : [],
  ),
);
/** Columns of kept tables in which words of the member are evidence. */
const EVIDENCE = ["case_profile.facts", "data_request.email", "notice.sender_email"];

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

describe("[T53] an erasure", () => {
  test("has a step for each table and person of the inventory of whom data is deleted, each with an index", async () => {
    const client = await world.jobsPool.connect();
    try {
      const { tables, sweptTables } = keptData;
      const steps = listSteps(tables, await listReferences(client), sweptTables);
      const stepNames = Object.entries<AnyTables[string]>(tables).flatMap(([table, { people }]) =>
        people.flatMap(({ as, by, onErasure: { does } }) =>
          as !== "staff" && does !== "keep" && !sweptTables.has(table) ? [`${table} by ${Object.values(by)[0]}`] : [],
        ),
      );
      expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(stepNames));
      expect(stepNames.length).toBeGreaterThan(35);
      expect(steps.at(-1)?.name).toBe("member by id");
      await client.query("set enable_seqscan = off");
      const slow: string[] = [];
      for (const step of steps) {
        const text = textOf(tables, step).replaceAll("$1::uuid", "'0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'::uuid");
        const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`);
        if (rows.some((row) => row["QUERY PLAN"].includes("Seq Scan"))) slow.push(step.name);
      }
      expect(slow).toEqual([]);
      await client.query("reset enable_seqscan");
    } finally {
      client.release();
    }
  });

  test("leaves nothing of the member but what the inventory declares, in tables, queue, files and log", async () => {
    const davi = await fillErasedMember(world);
    const browser = await openBrowserOf(world, davi.id);
    const before = await findTraces(owner, [davi.id, davi.email]);
    const isNamed = ([table, { people }]: [string, AnyTables[string]]) =>
      people.some(({ as, by }) => as !== "staff" && !by.hash && !by.row) && table !== "erasure";
    const namedTables = Object.entries<AnyTables[string]>(keptData.tables).filter(isNamed);
    expect(
      namedTables
        .map(([table]) => snake(table))
        .filter((table) => !before.some((place) => place.startsWith(`${table}.`))),
    ).toEqual([]);
    await eraseSignedIn(world, { id: davi.id, browser });
    world.pass(2 * 3_600_000);
    await runErasures(world);
    await sweepUp(world);

    const words = await findTraces(owner, [NAME, davi.email]);
    expect(words.filter((place) => !EVIDENCE.includes(place))).toEqual([]);
    const numbers = await findTraces(owner, [davi.id, ...davi.photoNames]);
    expect(numbers.map((place) => place.split(".")[0]).filter((table) => !KEPT.has(table ?? ""))).toEqual([]);
    expect((await listStored(world)).filter((file) => file.startsWith(davi.id))).toEqual([]);
    const logged = world.logged.filter((line) => line.includes(NAME) || line.includes(davi.email));
    expect(logged).toEqual([]);
    const erasure = await owner.selectFrom("erasure").where("memberId", "=", davi.id).selectAll().executeTakeFirst();
    expect(erasure?.finishedAt).not.toBeNull();
  });

  test("takes waiting jobs along that name the member or the address", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    await askErasure(ana);
    const add = (task: string, payload: object) =>
      sql`select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json, run_at => now() + interval '1 day')`.execute(
        owner,
      );
    await add("send-recovery", { email });
    await add("review-warned-messages", { memberId: ana.id });
    await add("send-recovery", { email: "outra@exemplo.invalid" });
    await eraseSignedIn(world, ana);
    const { rows } = await sql<{
      payload: object;
    }>`select payload from graphile_worker._private_jobs where run_at > now()`.execute(owner);
    expect(rows.map(({ payload }) => payload)).toEqual([{ email: "outra@exemplo.invalid" }]);
  });

  test("finds what was written to the address while it went on", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    await askErasure(ana);
    await makeErasureDue(owner, ana.id);
    const client = await world.jobsPool.connect();
    const write = async () => {
      await addMail(owner, email, writeMail("erasure-taken-back"), new Date());
      await sql`select graphile_worker.add_job('send-recovery', payload => ${JSON.stringify({ email })}::json, run_at => now() + interval '1 day')`.execute(
        owner,
      );
    };
    const query = async (text: string, values?: unknown[]) => {
      const result = await client.query(text, values);
      if (values?.includes("mail by recipient")) await write();
      return result;
    };
    try {
      const walk = { owner: Object.assign(Object.create(client), { query }), list: { add: async () => {} } };
      expect(await eraseMember({ ...walk, inventory: keptData, now: new Date() }, ana.id)).toBe(true);
    } finally {
      client.release();
    }
    expect(await findTraces(owner, [email])).toEqual([]);
  });

  test("that fails, before its first step or within one, stops no other, loses nothing, and is done by the next run", async () => {
    const [unlisted, brokenMember, ana, bia] = [
      await makeSignedIn(world),
      await makeSignedIn(world),
      await makeSignedIn(world),
      await makeSignedIn(world),
    ];
    // The erasures that fail come first.
    for (const { id } of [unlisted, brokenMember]) await addDueErasure(owner, id);
    for (const member of [ana, bia]) {
      await askErasure(member);
      await makeErasureDue(owner, member.id);
    }
    const list = world.context.erasureList;
    const add: typeof list.add = async (entry) => {
      if (entry.memberId === unlisted.id) throw new Error("no space left on the device");
      await list.add(entry);
    };
    const client = await world.jobsPool.connect();
    const query = (text: string, values?: unknown[]) => {
      const isBroken = text.startsWith("update erasure set done_step") && values?.[0] === brokenMember.id;
      return isBroken ? client.query("select 1 / 0") : client.query(text, values);
    };
    const isLeft = async () => {
      const ids = [unlisted.id, brokenMember.id, ana.id, bia.id];
      const rows = await owner.selectFrom("profile").where("memberId", "in", ids).select("memberId").execute();
      return ids.map((id) => rows.some(({ memberId }) => memberId === id));
    };
    try {
      const failing = {
        context: { ...world.context, erasureList: { ...list, add } },
        client: Object.assign(Object.create(client), { query }),
      };
      const error = await eraseAccounts(failing.context, failing.client, keptData).catch((err: unknown) => err);
      expect(error).toMatchObject({
        errors: [{ message: "no space left on the device" }, { message: "division by zero" }],
      });
      expect(await isLeft()).toEqual([true, true, false, false]);
      await eraseAccounts(world.context, client, keptData);
      expect(await isLeft()).toEqual([false, false, false, false]);
    } finally {
      client.release();
    }
  });

  test("is in the list outside of the backup before anything is gone", async () => {
    const ana = await makeSignedIn(world, { email: newEmail() });
    const email = (await owner.selectFrom("member").where("id", "=", ana.id).select("email").executeTakeFirstOrThrow())
      .email;
    await askErasure(ana);
    await makeErasureDue(owner, ana.id);
    await sql`select graphile_worker.add_job('send-recovery', payload => ${JSON.stringify({ email })}::json, run_at => now() + interval '1 day')`.execute(
      owner,
    );
    const traces = () => findTraces(owner, [ana.id, email]);
    const before = await traces();
    let atList: string[] = [];
    const add = async () => {
      atList = await traces();
      throw new Error("no space left on the device");
    };
    const client = await world.jobsPool.connect();
    try {
      const walk = { owner: client, inventory: keptData, now: new Date() };
      await expect(eraseMember({ ...walk, list: { add } }, ana.id)).rejects.toThrow("no space left");
      expect([atList, await traces()]).toEqual([before, before]);
    } finally {
      client.release();
    }
    await runErasures(world);
    expect(
      latestOf(await world.context.erasureList.readLines()).find(({ memberId }) => memberId === ana.id),
    ).toMatchObject({ what: "begun" });
    expect(await findTraces(owner, [email])).toEqual([]);
  });

  test("is noticed by a process that read the changes of profiles before the request", async () => {
    const memory = await openWorld({ DISCOVERY_INDEX: "on" }, world);
    const bia = await makeWriter(memory);
    const davi = await makeSignedIn(world, { role: "daddy", name: NAME });
    await bia.send(davi, "Oi, Davi");
    const peerName = async () => (await bia.conversations({ query: {} })).body.conversations[0]?.peer.name;
    expect(await peerName()).toBe(NAME);
    await eraseSignedIn(world, davi);
    expect(await peerName()).toBe("Usuário removido");
  });

  test("leaves the peer the conversation under a neutral name, in which nobody can write", async () => {
    const bia = await makeWriter(world);
    const davi = await makeSignedIn(world, { role: "daddy", name: NAME });
    await bia.send(davi, "Oi, Davi");
    await eraseSignedIn(world, davi);

    const [conversation] = (await bia.conversations({ query: {} })).body.conversations;
    expect(conversation).toMatchObject({
      peer: { id: davi.id, name: "Usuário removido", photoUrl: null, isAvailable: false },
      unread: 0,
      lastMessage: { text: "Oi, Davi" },
    });
    expect((await bia.chat(davi)).body).toMatchObject({ peer: { name: "Usuário removido" }, writing: "unavailable" });
    expect((await bia.history(davi)).body.messages.map(({ text }) => text)).toEqual(["Oi, Davi"]);
    expect((await bia.send(davi)).failure.code).toBe("PEER_UNAVAILABLE");
    expect((await bia.read(davi, 1)).status).toBe(200);
    expect((await bia.clear(davi, 1)).status).toBe(200);
    expect((await bia.conversations({ query: {} })).body.conversations).toEqual([]);
    const stranger = await makeWriter(world);
    expect((await stranger.chat(davi)).failure.code).toBe("NOT_FOUND");
  });

  test("[TA.05] shows itself in no live event: a member who writes to an erased one gets what any sender to an unknown member gets", async () => {
    const davi = await makeSignedIn(world, { role: "daddy" });
    const bia = await makeSignedIn(world);
    await eraseSignedIn(world, davi);
    const live = await openLiveSocket(bia.browser);
    let heardCount = 0;
    const refusalOf = async (withId: string) => {
      live.send("send", { withId, clientId: crypto.randomUUID(), text: "oi" });
      heardCount += 1;
      const { clientId: _, ...refusal } = (await live.waitFor("refused", heardCount)).at(-1) ?? { clientId: "" };
      return JSON.stringify(refusal).replaceAll(withId, "somebody");
    };
    expect(await refusalOf(davi.id)).toEqual(await refusalOf(crypto.randomUUID()));
  });

  test("takes the messages along when the other one was erased as well", async () => {
    const [bia, davi] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const send = { params: { memberId: davi.id }, body: { clientId: crypto.randomUUID(), text: "Oi" } };
    expect((await bia.browser.api.messaging.send(send)).status).toBe(200);
    await eraseSignedIn(world, davi);
    const count = () => owner.selectFrom("message").where("senderId", "=", bia.id).select("id").execute();
    expect(await count()).toHaveLength(1);
    await eraseSignedIn(world, bia);
    expect(await count()).toEqual([]);
    expect(
      await owner.selectFrom("conversation").where("ownerId", "in", [bia.id, davi.id]).selectAll().execute(),
    ).toEqual([]);
  });

  test("loses no payment that arrives afterwards, and the ledger keeps its sum", async () => {
    const davi = await makeSignedIn(world, { role: "daddy" });
    const { orderId, paymentToken } = await makeOpenOrder(world, { id: davi.id, role: "daddy" });
    await changePayment(world.context.db, paymentToken, "paid", world.context.clock.now());
    const payments = await world.context.payments.byName("sandbox").listPayments(
      // The provider remembers what it was paid, whatever became of the buyer here.
      await owner.selectFrom("productOrder").where("id", "=", orderId).selectAll().executeTakeFirstOrThrow(),
    );
    await eraseSignedIn(world, davi);
    const provider = { ...world.context.payments.byName("sandbox"), listPayments: async () => payments };
    await settleOrder({ ...world.context, payments: { ...world.context.payments, byName: () => provider } }, orderId);
    const rows = await owner.selectFrom("ledgerEntry").where("orderId", "=", orderId).select("kind").execute();
    expect(rows).toEqual([{ kind: "purchase" }]);

    // The staff still finds the order, without its buyer.
    const { api } = (await makeSignedIn(world, { role: "admin" })).browser;
    const buyer = { id: davi.id, name: "Usuário removido", email: null };
    expect((await api.billing.staffOrder({ params: { id: orderId } })).body.buyer).toMatchObject(buyer);
    const { orders } = (await api.billing.staffOrders({ query: { q: orderId } })).body;
    expect(orders.map(({ order, ...row }) => [order.id, row.buyer.name])).toEqual([[orderId, buyer.name]]);
  });

  test("ends what it leaves of cases and consents after their periods", async () => {
    const davi = await fillErasedMember(world);
    await eraseSignedIn(world, { id: davi.id, browser: await openBrowserOf(world, davi.id) });
    const client = await world.jobsPool.connect();
    const after = (days: number) => new Date(world.context.clock.now().getTime() + days * DAY_MS);
    const sweep = async (days: number) => {
      await removeCasesOfErased(client, after(days));
      await removeConsentsOfErased(client, after(days));
    };
    const countRest = async () => {
      const count = (table: "reportCase" | "measure" | "consent" | "automaticHide", column: string) =>
        sql<{
          n: number;
        }>`select count(*)::int as n from ${sql.table(snake(table))} where ${sql.ref(column)} = ${davi.id}`
          .execute(owner)
          .then(({ rows }) => rows[0]?.n);
      return {
        cases: await count("reportCase", "reportedId"),
        measures: await count("measure", "memberId"),
        hides: await count("automaticHide", "memberId"),
        consents: await count("consent", "memberId"),
      };
    };
    try {
      await sweep(182);
      expect(await countRest()).toEqual({ cases: 1, measures: 1, hides: 1, consents: 1 });
      await sweep(184);
      // The case is still open.
      expect(await countRest()).toEqual({ cases: 1, measures: 0, hides: 0, consents: 1 });
      await closeCasesAbout(davi.id);
      await sweep(184 + 184);
      expect(await countRest()).toMatchObject({ cases: 0, consents: 1 });
      await sweep(5 * 366);
      expect(await countRest()).toMatchObject({ consents: 0 });
    } finally {
      client.release();
    }
  });
});

describe("[D5.17] what waits for the staff when its member is erased", () => {
  test("is a listed case that is read and closed, and notifies nobody", async () => {
    const [davi, bia] = [await makeSignedIn(world, { role: "daddy", name: NAME }), await makeSignedIn(world)];
    expect((await report(bia, davi.id)).status).toBe(200);
    await eraseSignedIn(world, davi);
    const { moderation } = (await makeSignedIn(world, { role: "admin" })).browser.api;
    const reportedMember = { id: davi.id, name: "Usuário removido", email: null };

    const { cases } = (await moderation.staffCases({ query: { status: "pending" } })).body;
    const listedCase = cases.find((one) => one.reported.id === davi.id);
    expect(listedCase).toMatchObject({ reported: reportedMember, reporter: { id: bia.id } });
    const params = { id: listedCase?.id ?? "" };
    expect((await moderation.staffCase({ params })).body).toMatchObject({
      reported: reportedMember,
      member: { memberSince: null, status: "erased", isVerified: false, isSlowed: false },
      evidence: { profile: { name: NAME } },
    });
    const body = { reason: "Seja gentil.", caseId: params.id };
    expect((await moderation.warn({ params: { id: davi.id }, body })).failure.code).toBe("NOT_FOUND");
    expect((await moderation.restoreHidden({ params })).status).toBe(200);
    expect((await moderation.closeCase({ params, body: { status: "reviewed" } })).status).toBe(200);
    expect((await moderation.staffCase({ params })).body.status).toBe("reviewed");
    expect(await countNotifications(davi.id)).toBe(0);
  });

  test("is a case about another member, where the report of the erased member stays", async () => {
    const [davi, bia] = [await makeSignedIn(world, { role: "daddy" }), await makeSignedIn(world)];
    await report(bia, davi.id);
    await eraseSignedIn(world, bia);
    const { moderation } = (await makeSignedIn(world, { role: "admin" })).browser.api;
    const { cases } = (await moderation.staffCases({ query: { status: "pending" } })).body;
    const listedCase = cases.find((one) => one.reported.id === davi.id);
    const reporter = { id: bia.id, name: "Usuário removido", email: null };
    expect(listedCase).toMatchObject({ reporter, reportCount: 1 });
    const { reports } = (await moderation.staffCase({ params: { id: listedCase?.id ?? "" } })).body;
    expect(reports).toMatchObject([{ reporter: { ...reporter, cases: 1, dismissed: 0 } }]);
  });

  test("is an appeal that is listed and decided; a granted one takes away what a ban keeps", async () => {
    const davi = await makeSignedIn(world, { role: "daddy" });
    const appealed = { appealText: "Não fui eu.", appealedAt: new Date() };
    await owner
      .insertInto("banMark")
      .values({ kind: "email", hash: randomBytes(32), memberId: davi.id, bannedAt: new Date() })
      .execute();
    const { id } = await makeMeasure(world, davi.id, { kind: "ban", ...appealed });
    await eraseSignedIn(world, davi);
    const { moderation } = (await makeSignedIn(world, { role: "admin" })).browser.api;

    const { appeals } = (await moderation.staffAppeals({ query: {} })).body;
    expect(appeals.find((appeal) => appeal.id === id)).toMatchObject({
      member: { id: davi.id, name: "Usuário removido", email: null },
      mayDecide: true,
    });
    const body = { isGranted: true, answer: "Vimos de novo." };
    expect((await moderation.decideAppeal({ params: { id }, body })).status).toBe(200);
    const marks = await owner.selectFrom("banMark").where("memberId", "=", davi.id).select("kind").execute();
    expect(marks).toEqual([]);
    const measure = await owner.selectFrom("measure").where("id", "=", id).select("endedAt").executeTakeFirstOrThrow();
    expect(measure.endedAt).not.toBeNull();
    expect(await countNotifications(davi.id)).toBe(0);
  });

  test("is a notice that names the member, and can be accepted, but not with a suspension", async () => {
    const davi = await makeSignedIn(world, { role: "daddy" });
    const id = await makeNotice(world, davi.id, { address: `/perfil/${davi.id}` });
    await eraseSignedIn(world, davi);
    const { moderation } = (await makeSignedIn(world, { role: "admin" })).browser.api;
    const { notices } = (await moderation.staffNotices({ query: {} })).body;
    const member = { id: davi.id, name: "Usuário removido", email: null };
    expect(notices.find((notice) => notice.id === id)).toMatchObject({ member });
    const accept = (measure?: "suspension" | "none") =>
      moderation.decideNotice({
        params: { id },
        body: { isAccepted: true, answer: "Obrigado.", ...(measure && { measure }) },
      });
    // The usual measure against a profile is a suspension.
    for (const refusal of [await accept("suspension"), await accept()])
      expect(refusal.failure.code).toBe("ACCOUNT_ERASED");
    const { status } = await owner.selectFrom("notice").where("id", "=", id).select("status").executeTakeFirstOrThrow();
    expect(status).toBe("pending");
    expect((await accept("none")).status).toBe(200);
  });
});
