import { randomBytes } from "node:crypto";
import { LARGEST_PHOTO_SIZE } from "@caramelo/contract/limits";
import type { Insertable } from "kysely";
import { recordAccess } from "../features/accounts/record-access.ts";
import { openSession } from "../features/accounts/session-check.ts";
import { addPhotoObjects } from "../features/photos/object-queries.ts";
import type { DB } from "../platform/database/types.generated.ts";
import { randomId, uuidv7 } from "../platform/ids.ts";
import type { TableName } from "../platform/inventory.ts";
import { photoFileName, photoKey } from "../platform/storage/photo-name-rules.ts";
import { makeCase, makeMeasure, makeNotice } from "./moderation.ts";
import { makePaidOrder } from "./orders.ts";
import { makePasskeyRow } from "./passkey-rows.ts";
import { makeMember } from "./people.ts";
import { makePhotos } from "./photo-rows.ts";
import type { World } from "./world.ts";

/** Words that only secret, concealed and internal columns of `fillMember` hold. */
export const HIDDEN_WORD = "segredo-que-nao-sai";
const hidden = () => Buffer.from(`${HIDDEN_WORD}${randomBytes(8).toString("hex")}`);
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes));

type Person = { id: string; name: string };
export type FilledMember = {
  id: string;
  email: string;
  name: string;
  others: Record<"friend" | "gone" | "staff", Person>;
};

/** Makes a member with a row in every table in which a member is the holder of rows, each exported column filled. */
export async function fillMember(world: World): Promise<FilledMember> {
  const { owner, context } = world;
  const member = await makeMember(owner, { role: "daddy", name: "Davi" });
  const friend = await makeMember(owner, { name: "Bia Amiga" });
  const gone = await makeMember(owner, { name: "Carla Sumida", deactivatedAt: at(0) });
  const staff = await makeMember(owner, { role: "admin", name: "Pessoa Secreta da Equipe" });
  const { id, email } = member;
  const add = async <Table extends TableName>(table: Table, ...rows: Insertable<DB[Table]>[]) => {
    // The builder cannot follow a table that is only known as a parameter.
    for (const row of rows)
      await owner
        .insertInto(table as "favorite")
        .values(row as never)
        .execute();
  };
  await owner
    .updateTable("profile")
    .set({ isVerified: true, hiddenAt: at(1), suspendedUntil: null, tierUntil: at(3), birthOn: "1990-02-03" })
    .where("memberId", "=", id)
    .execute();
  await addAccount(world, add, { id, email });
  await addPurchases(world, add, { id, staffId: staff.id });
  await addPeople(add, { id, friendId: friend.id, goneId: gone.id });
  await addModeration(world, add, { id, email, friendId: friend.id, staffId: staff.id });
  await addPictures(world, add, id);
  await recordAccess(context, { memberId: id, address: "203.0.113.77", at: context.clock.now() });
  const person = (found: Person, name: string): Person => ({ id: found.id, name });
  return {
    id,
    email,
    name: "Davi",
    others: {
      friend: person({ ...friend, name: "" }, "Bia Amiga"),
      gone: person({ ...gone, name: "" }, "Carla Sumida"),
      staff: person({ ...staff, name: "" }, "Pessoa Secreta da Equipe"),
    },
  };
}

type Add = <Table extends TableName>(table: Table, ...rows: Insertable<DB[Table]>[]) => Promise<void>;

async function addAccount({ owner, context }: World, add: Add, { id, email }: { id: string; email: string }) {
  await openSession(
    context,
    { userAgent: "Navegador de teste", sessionToken: undefined },
    { memberId: id, isRemembered: true },
  );
  const ended = { endedAt: at(6), expiresAt: at(7), lastSeenAt: at(5), provedAt: at(4), createdAt: at(4) };
  const sessionId = randomId();
  await add("session", {
    id: sessionId,
    memberId: id,
    tokenHash: randomBytes(32),
    isRemembered: true,
    userAgent: "Velho",
    ...ended,
  });
  await add("pushSubscription", {
    endpoint: `https://fcm.googleapis.com/${HIDDEN_WORD}/${randomId()}`,
    sessionId,
    memberId: id,
    p256dh: "p".repeat(87),
    auth: "a".repeat(22),
    createdAt: at(8),
  });
  await add("accountLink", {
    id: randomId(),
    memberId: id,
    kind: "recovery",
    tokenHash: randomBytes(32),
    email,
    createdAt: at(9),
    expiresAt: at(10),
    usedAt: at(11),
  });
  await add("inactivityWarning", { memberId: id, warnedAt: at(12) });
  await add("knownDevice", { memberId: id, tokenHash: randomBytes(32), lastUsedAt: at(13) });
  await makePasskeyRow(owner, id);
  await owner
    .updateTable("passkey")
    .set({ lastUsedAt: at(14), blockedAt: at(15) })
    .where("memberId", "=", id)
    .execute();
  await add("staffFactor", {
    memberId: id,
    secret: hidden(),
    setUpAt: at(16),
    pendingSecret: hidden(),
    pendingAt: at(17),
  });
  await add("recoveryCode", { memberId: id, codeHash: randomBytes(32), usedAt: at(18) });
  await add("consent", {
    id: randomId(),
    memberId: id,
    kind: "marketing",
    textVersion: "2026-11-21",
    textHash: randomBytes(32),
    givenAt: at(19),
    revokedAt: at(20),
  });
  await add("memberSetting", { memberId: id, updatedAt: at(21), mailedAt: at(22), dailyMailedAt: at(23) });
  await add("presence", { memberId: id, lastActiveAt: at(24), leftAt: at(25), isHidden: true });
  const runId = randomId();
  await add("availabilityRun", {
    id: runId,
    slot: null,
    actorId: null,
    startedAt: at(0),
    eligible: 1,
    longCount: 1,
    shortCount: 0,
  });
  await add("availability", { memberId: id, runId, startsAt: at(26), endsAt: at(27), invitedAt: at(28) });
  await add("mail", {
    id: uuidv7(at(29)),
    kind: "news",
    recipient: email,
    subject: "Um assunto de teste",
    bodyText: HIDDEN_WORD,
    bodyHtml: HIDDEN_WORD,
    createdAt: at(29),
    sentAt: at(30),
  });
  await add("mail", {
    id: uuidv7(at(31)),
    kind: "news",
    recipient: email,
    subject: "Outro assunto",
    bodyText: HIDDEN_WORD,
    bodyHtml: HIDDEN_WORD,
    createdAt: at(31),
    failedAt: at(32),
  });
  await add("discoveryFilter", {
    memberId: id,
    filter: JSON.stringify({ ageMin: 23, verified: "1" }),
    updatedAt: at(33),
  });
}

async function addPurchases(world: World, add: Add, { id, staffId }: { id: string; staffId: string }) {
  const { orderId } = await makePaidOrder(world, { id, role: "daddy" });
  await world.owner
    .updateTable("productOrder")
    .set({ withdrawnAt: at(34), reference: "referencia-do-pedido" })
    .where("id", "=", orderId)
    .execute();
  await add("moneyReturn", {
    orderId,
    returnId: "devolucao-1",
    paymentId: "pagamento-1",
    kind: "refund",
    centavos: 1234,
    state: "requested",
    reason: "staff",
    requestedBy: staffId,
    createdAt: at(35),
  });
  await add("withdrawalReview", {
    orderId,
    memberId: id,
    requestedAt: at(36),
    isAccepted: true,
    reason: "Motivo da desistência",
    decidedAt: at(37),
    decidedBy: staffId,
  });
  await add("pixCharge", {
    orderId,
    token: `${HIDDEN_WORD}-${randomId()}`,
    code: "00020126-codigo-pix",
    createdAt: at(38),
  });
  await add("ledgerEntry", {
    id: uuidv7(at(39)),
    memberId: id,
    kind: "courtesy",
    provider: "team",
    providerObjectId: `cortesia-${randomId()}`,
    premiumSeconds: 60,
    premiumUntil: new Date(Date.UTC(2030, 0, 1)),
    highlightedUntil: new Date(Date.UTC(2030, 0, 2)),
    hasCourtesyPremium: true,
    writtenAt: at(39),
  });
  await add("endReminder", { memberId: id, what: "premium", endsAt: at(40) });
}

type Known = { id: string; friendId: string; goneId: string };

async function addPeople(add: Add, { id, friendId, goneId }: Known) {
  await add("favorite", { memberId: id, favoriteId: friendId, createdAt: at(41) });
  await add("visit", { visitorId: id, visitedId: friendId, visitedAt: at(42) });
  await add("visit", { visitorId: friendId, visitedId: id, visitedAt: at(43) });
  await add("block", { blockerId: id, blockedId: goneId, blockedName: "Nome de quem bloqueei", createdAt: at(44) });
  const seen = { memberId: id, dismissedAt: at(46) };
  await add("notification", { id: uuidv7(at(45)), actorId: friendId, type: "favorite", createdAt: at(45), ...seen });
  await add("notification", { id: uuidv7(at(45)), actorId: goneId, type: "profile_view", createdAt: at(45), ...seen });
  await addMessages(add, id, friendId, ["Olá da Bia", "Resposta do Davi"]);
  await addMessages(add, id, goneId, ["Oi de quem saiu", "Tchau do Davi"]);
}

/** A conversation in which the other one wrote first, with a number of its own for each pair. */
async function addMessages(add: Add, id: string, otherId: string, [first, second]: [string, string]) {
  const message = { clientId: randomId(), sentAt: at(47), readAt: at(48) };
  const [received, sent] = [uuidv7(at(47)), uuidv7(at(48))];
  await add("message", {
    ...message,
    id: received,
    senderId: otherId,
    recipientId: id,
    senderSeq: 1,
    recipientSeq: 1,
    text: first,
    warnings: ["phone"],
  });
  await add("message", {
    ...message,
    id: sent,
    senderId: id,
    recipientId: otherId,
    senderSeq: 2,
    recipientSeq: 2,
    text: second,
    warnings: ["investment"],
  });
  const facts = { lastSeq: 2, changedSeq: 2, lastMessageId: sent };
  await add("conversation", { ownerId: id, otherId, openedAt: at(49), startedAt: at(50), ...facts });
  await add("conversation", { ownerId: otherId, otherId: id, ...facts });
  await add("reaction", { messageId: received, memberId: id, emoji: "fire", reactedAt: at(51) });
}

type Moderated = { id: string; email: string; friendId: string; staffId: string };

async function addModeration(world: World, add: Add, { id, email, friendId, staffId }: Moderated) {
  const decided = { decidedAt: at(52), decidedBy: staffId };
  await makeMeasure(world, id, {
    kind: "suspension",
    reason: "Motivo da medida",
    until: at(53),
    endedAt: at(54),
    endedBy: staffId,
    takenBy: staffId,
    appealText: "Meu recurso",
    appealedAt: at(51),
    isGranted: true,
    answer: "Resposta ao recurso",
    ...decided,
  });
  await makeNotice(world, friendId, {
    senderId: id,
    senderEmail: email,
    senderName: "Davi Remetente",
    words: "Palavras do aviso",
    confirmedAt: at(50),
    status: "accepted",
    answer: "Resposta ao aviso",
    ...decided,
  });
  const caseId = await makeCase(world, friendId);
  await add("report", {
    id: randomId(),
    caseId,
    reporterId: id,
    reason: "other",
    details: "Outro: detalhes da denúncia",
    fileName: null,
    createdAt: at(55),
  });
  await add("automaticHide", {
    id: randomId(),
    memberId: id,
    caseId: null,
    reporterId: friendId,
    photoId: null,
    hiddenAt: at(56),
    endedAt: at(57),
  });
  await add("slowedMember", { memberId: id, slowedAt: at(58), liftedAt: at(59), liftedBy: staffId });
  await add("banMark", { memberId: id, kind: "email", hash: randomBytes(32), bannedAt: at(60) });
  await add("verificationRequest", {
    id: randomId(),
    memberId: id,
    status: "rejected",
    birthOn: "1990-02-03",
    createdAt: at(61),
    updatedAt: at(62),
    reviewedAt: at(63),
    reviewedBy: staffId,
    reason: "unreadable",
    note: "Nota da análise",
    documentsEndAt: at(64),
  });
  const { id: requestId } = await world.owner
    .selectFrom("verificationRequest")
    .where("memberId", "=", id)
    .select("id")
    .executeTakeFirstOrThrow();
  await add("verificationDocument", { objectKey: randomId(), requestId, kind: "front", createdAt: at(61) });
}

async function addPictures({ owner, context: { storage } }: World, add: Add, id: string) {
  const [shown = ""] = await makePhotos(owner, id, [0]);
  const taken = photoFileName(id, at(0), randomBytes(16).toString("hex"));
  await addPhotoObjects(owner, [taken], at(0));
  await add("hiddenPhoto", {
    id: randomId(),
    memberId: id,
    fileName: taken,
    position: 1,
    width: 1080,
    height: 1440,
    thumbhash: "x",
    createdAt: at(65),
    hiddenAt: at(66),
    isUnderReview: false,
  });
  await storage.put(photoKey(shown, LARGEST_PHOTO_SIZE), Buffer.from("bytes da foto da galeria"));
  await storage.put(photoKey(taken, LARGEST_PHOTO_SIZE), Buffer.from("bytes da foto retirada"));
  await add("bannedPhoto", {
    id: randomId(),
    memberId: id,
    fileName: taken,
    fingerprints: ["01".repeat(200)],
    bannedAt: at(67),
  });
}
