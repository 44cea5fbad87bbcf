import { randomUUID } from "node:crypto";
import { openSession } from "../../features/accounts/session-check.ts";
import { addReview } from "../../features/billing/withdrawal-queries.ts";
import { openPixCharges } from "../../features/pix/pix-charges.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { photoKey } from "../../platform/storage/photo-name-rules.ts";
import { grant } from "../messages.ts";
import { makeCase, makeMeasure, makeNotice } from "../moderation.ts";
import { makeNotification } from "../notifications.ts";
import { makePaidOrder } from "../orders.ts";
import { makeConversation } from "../pairs.ts";
import { makePasskeyRow } from "../passkey-rows.ts";
import { makeMember } from "../people.ts";
import { makePhotos } from "../photo-rows.ts";
import { openBrowserOf } from "../signed-in.ts";
import { makeVerification } from "../verifications.ts";
import type { World } from "../world.ts";

export const CALLERS = ["guest", "baby", "daddy", "mommy", "admin", "blocked", "suspended"] as const;
export type Caller = (typeof CALLERS)[number];

type Role = "baby" | "daddy" | "mommy" | "admin";
const ROLES: Record<Caller, Role> = {
  guest: "baby",
  baby: "baby",
  daddy: "daddy",
  mommy: "mommy",
  admin: "admin",
  blocked: "baby",
  suspended: "baby",
};

/** The things of one member that a call may name. */
export type Things = Awaited<ReturnType<typeof makeThings>>;
export type Actors = Awaited<ReturnType<typeof makeActors>>;

async function makeThings(world: World, role: Role) {
  const { owner: db } = world;
  const { id, email } = await makeMember(db, { role });
  const now = new Date();
  const fileNames = role === "admin" ? [] : await makePhotos(db, id, [0, 1, 2]);
  const [fileName] = fileNames;
  if (fileName !== undefined) await world.context.storage.put(photoKey(fileName, "small"), new Uint8Array([1]));
  const photos = await db.selectFrom("photo").where("memberId", "=", id).orderBy("position").select("id").execute();
  if (role !== "admin") await grant(db, { id }, { hasCourtesyPremium: true });
  await openSession(world.context, { userAgent: "", sessionToken: undefined }, { memberId: id, isRemembered: false });
  const session = await db
    .selectFrom("session")
    .where("memberId", "=", id)
    .select("session.id")
    .executeTakeFirstOrThrow();
  const passkeyId = await makePasskeyRow(db, id);
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const keys = { p256dh: "p".repeat(87), auth: "a".repeat(22) };
  const subscription = { endpoint, sessionId: session.id, memberId: id, ...keys, createdAt: now };
  await db.insertInto("pushSubscription").values(subscription).execute();
  const mailId = uuidv7(now);
  const mail = { id: mailId, kind: "recovery", recipient: email, subject: "Link", bodyText: "x", bodyHtml: "x" };
  await db
    .insertInto("mail")
    .values({ ...mail, createdAt: now })
    .execute();
  return {
    id,
    photoIds: photos.map((photo) => photo.id),
    photoLink: fileName === undefined ? "" : world.context.photoLinks.linkTo(fileName, "small", now),
    sessionId: session.id,
    passkeyId,
    endpoint,
    mailId,
    // Staff are not verified, so the id is one that does not exist.
    verificationId: role === "admin" ? randomUUID() : (await makeVerification(world, id)).id,
    // Staff buy nothing, so these ids and secrets do not exist.
    ...(role === "admin"
      ? { orderId: randomUUID(), withdrawalId: randomUUID(), paymentToken: makeToken(), chargeToken: makeToken() }
      : await makePaid(world, { id, role })),
    ...(role === "admin" ? noModeration() : await makeModeration(world, id)),
    recoveryToken: await makeLink(world, id, email, "recovery"),
    alertToken: await makeLink(world, id, email, "sign_in_alert"),
    confirmationToken: await makeLink(world, id, email, "email_change"),
  };
}

/** Makes what the staff has about a member: a measure, an appealed measure, a case and a notice. */
async function makeModeration(world: World, memberId: string) {
  const measure = await makeMeasure(world, memberId);
  const appealed = await makeMeasure(world, memberId, { appealText: "Não fui eu.", appealedAt: new Date() });
  const caseId = await makeCase(world, memberId);
  const noticeToken = makeToken();
  const noticeId = await makeNotice(world, memberId, { confirmationHash: hashToken(noticeToken) });
  return { measureId: measure.id, appealToken: measure.token, appealId: appealed.id, caseId, noticeId, noticeToken };
}

const noModeration = () => ({
  measureId: randomUUID(),
  appealToken: makeToken(),
  appealId: randomUUID(),
  caseId: randomUUID(),
  noticeId: randomUUID(),
  noticeToken: makeToken(),
});

/** Makes a paid order with payment pages of both kinds, and an order with a withdrawal that waits for the staff. */
async function makePaid(world: World, buyer: Parameters<typeof makePaidOrder>[1]) {
  const order = await makePaidOrder(world, buyer);
  const { token } = await openPixCharges(world.context).add(order.orderId, "code");
  const { orderId: withdrawalId } = await makePaidOrder(world, buyer);
  await addReview(world.owner, { orderId: withdrawalId, memberId: buyer.id, requestedAt: new Date() });
  return { ...order, withdrawalId, chargeToken: token };
}

type MadeLink = "recovery" | "email_change" | "sign_in_alert";

/** Stores an account link of a member. Returns its secret. */
async function makeLink({ owner }: World, memberId: string, email: string, kind: MadeLink) {
  const token = makeToken();
  const now = new Date();
  const link = { id: uuidv7(now), memberId, kind, tokenHash: hashToken(token), createdAt: now };
  const address = kind === "email_change" ? `new-${email}` : email;
  await owner
    .insertInto("accountLink")
    .values({ ...link, email: address, expiresAt: new Date(now.getTime() + 3_600_000) })
    .execute();
  return token;
}

function nothing(): Things {
  const [id, sessionId, mailId] = [uuidv7(new Date()), uuidv7(new Date()), uuidv7(new Date())];
  const passkeyId = uuidv7(new Date());
  return {
    id,
    photoIds: [uuidv7(new Date()), uuidv7(new Date()), uuidv7(new Date())],
    photoLink: `/api/photos/${id}/${"0".repeat(32)}/320?s=${"A".repeat(22)}`,
    sessionId,
    passkeyId,
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    mailId,
    orderId: randomUUID(),
    withdrawalId: randomUUID(),
    paymentToken: makeToken(),
    chargeToken: makeToken(),
    verificationId: randomUUID(),
    ...noModeration(),
    recoveryToken: makeToken(),
    alertToken: makeToken(),
    confirmationToken: makeToken(),
  };
}

/** Makes the caller and two members with things. `counterpart` has written to the caller, but never to staff. */
export async function makeActors(world: World, caller: Caller) {
  const role = ROLES[caller];
  const isStaff = role === "admin";
  const [own, counterpart, stranger] = await Promise.all([
    makeThings(world, role),
    makeThings(world, role === "baby" ? "daddy" : "baby"),
    makeThings(world, isStaff ? "daddy" : role),
  ]);
  if (!isStaff) await makeConversation(world.owner, counterpart.id, own.id);
  const notificationIds = {
    // Staff get no notifications, so this id does not exist.
    own: isStaff ? uuidv7(new Date()) : await makeNotification(world.owner, own, counterpart),
    counterpart: await makeNotification(world.owner, counterpart, own),
    stranger: await makeNotification(world.owner, stranger, counterpart),
    missing: uuidv7(new Date()),
  };
  if (caller === "blocked") await hide(world, counterpart.id, own.id);
  const browser = caller === "guest" ? world.browser() : await openBrowserOf(world, own.id);
  if (caller === "suspended") await suspend(world, own.id);
  const things = { own, counterpart, stranger, missing: nothing() };
  return { browser, things, notificationIds };
}

/** Stores the rows that a block of one member by the other leaves behind. */
async function hide({ owner }: World, blockerId: string, blockedId: string): Promise<void> {
  await owner.insertInto("block").values({ blockerId, blockedId, blockedName: "Ana", createdAt: new Date() }).execute();
  const pairs = [
    { viewerId: blockerId, otherId: blockedId },
    { viewerId: blockedId, otherId: blockerId },
  ];
  await owner.insertInto("hiddenPair").values(pairs).execute();
}

async function suspend({ owner }: World, memberId: string): Promise<void> {
  await owner.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", memberId).execute();
}
