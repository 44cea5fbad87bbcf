import { randomUUID } from "node:crypto";
import type { Thing } from "@caramelo/contract/call/names";
import { openSession } from "../../features/accounts/session-check.ts";
import { addReview } from "../../features/billing/withdrawal-queries.ts";
import { openPixCharges } from "../../features/pix/commands.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { makeDataRequest } from "../data-requests.ts";
import { makeReadyExport } from "../exports.ts";
import { makeCase, makeMeasure, makeNotice } from "../moderation.ts";
import { makeNotification } from "../notifications.ts";
import { makeOpenOrder, makePaidOrder } from "../orders.ts";
import { makeConversation } from "../pairs.ts";
import { makePasskeyRow } from "../passkey-rows.ts";
import { makeMember } from "../people.ts";
import { makePhotos } from "../photo-rows.ts";
import { makeVerification } from "../verifications.ts";
import type { World } from "../world.ts";
import type { Role } from "./callers.ts";
import type { CellRelation } from "./expected.ts";

/** `isManaged`: the profile has not been taken over yet, so it has no ledger and can buy nothing. */
export type Person = { id: string; email: string; role: Role; isManaged?: true };
/** The owner of the thing. `peer` knows them: the caller's counterpart, or the caller. */
type Request = { relation: CellRelation; member: Person; peer: Person };
/** Makes one thing of a member, and returns the values by which a call may name it. */
type Factory = (world: World, request: Request) => Promise<string[]>;

const newId = () => [randomUUID()];
const newToken = () => [makeToken()];

/**
 * How a thing of each kind is made, how the name of one that does not exist looks, and whether staff have such things.
 */
const FACTORIES: Record<Thing, { make: Factory; makeMissing: () => string[]; hasStaff?: true }> = {
  member: { make: async (_, { member }) => [member.id], makeMissing: newId, hasStaff: true },
  // A call that names a single photo gets the last one.
  photo: {
    make: async (world, { member }) => (await takePhotos(world, member.id)).map(({ id }) => id),
    makeMissing: () => [randomUUID(), randomUUID(), randomUUID()],
  },
  "photo link": { make: makePhotoLink, makeMissing: missingPhotoLink },
  notification: {
    make: async ({ owner }, { member, peer }) => [await makeNotification(owner, member, peer)],
    makeMissing: newId,
  },
  session: { make: makeSession, makeMissing: newId, hasStaff: true },
  passkey: {
    make: async ({ owner }, { member }) => [await makePasskeyRow(owner, member.id)],
    makeMissing: newId,
    hasStaff: true,
  },
  "push endpoint": { make: makeEndpoint, makeMissing: () => [newEndpoint()], hasStaff: true },
  mail: { make: makeMailRow, makeMissing: newId, hasStaff: true },
  "recovery token": { make: secretOf("recovery", "email_change"), makeMissing: newToken, hasStaff: true },
  "confirmation token": { make: secretOf("email_change", "recovery"), makeMissing: newToken, hasStaff: true },
  "sign-in alert token": { make: secretOf("sign_in_alert", "claim"), makeMissing: newToken, hasStaff: true },
  "claim token": { make: secretOf("claim", "confirmation"), makeMissing: newToken, hasStaff: true },
  order: { make: async (world, { member }) => [(await makeOrderOf(world, member)).orderId], makeMissing: newId },
  withdrawal: { make: makeWithdrawal, makeMissing: newId },
  "sandbox payment": {
    make: async (world, { member }) => [(await makeOpenOrder(world, buyer(member))).paymentToken],
    makeMissing: newToken,
  },
  "pix charge": { make: makeCharge, makeMissing: newToken },
  verification: {
    make: async (world, { member }) => [(await makeVerification(world, member.id)).id],
    makeMissing: newId,
  },
  export: { make: makeExportOf, makeMissing: newId, hasStaff: true },
  measure: { make: async (world, { member }) => [(await makeMeasure(world, member.id)).id], makeMissing: newId },
  appeal: { make: makeAppeal, makeMissing: newId },
  "appeal token": { make: makeAppealToken, makeMissing: newToken },
  case: { make: takeCase, makeMissing: newId },
  notice: { make: async (world, { member }) => [await makeNotice(world, member.id)], makeMissing: newId },
  "notice token": { make: makeNoticeToken, makeMissing: newToken },
  "data request": { make: async ({ owner }, { member }) => [await makeDataRequest(owner, member)], makeMissing: newId },
  "data request token": { make: makeDataRequestToken, makeMissing: newToken },
  message: { make: makeMessage, makeMissing: newId },
};

export const makeMissing = (kind: Thing): string[] => FACTORIES[kind].makeMissing();

/** Makes a thing of a member. Staff have few kinds of things; of the others they get a name that does not exist. */
export function makeThing(world: World, { kind, ...request }: Request & { kind: Thing }): Promise<string[]> {
  const { make, makeMissing, hasStaff } = FACTORIES[kind];
  const exists = request.member.role !== "admin" || hasStaff;
  return exists ? make(world, request) : Promise.resolve(makeMissing());
}

/** The photos of a member; they are made if there are none. */
async function takePhotos({ owner: db }: World, memberId: string) {
  const read = () =>
    db.selectFrom("photo").where("memberId", "=", memberId).orderBy("position").select(["id", "fileName"]).execute();
  const photos = await read();
  if (photos.length > 0) return photos;
  await makePhotos(db, memberId, [0, 1, 2]);
  return read();
}

/** A stranger's link is forged with the signature of another link, because no caller gets it. */
async function makePhotoLink(world: World, { relation, member }: Request): Promise<string[]> {
  const { storage, photoLinks } = world.context;
  const [{ fileName } = { fileName: "" }] = await takePhotos(world, member.id);
  await storage.put(photoKey(fileName, "small"), new Uint8Array([1]));
  const link = photoLinks.linkTo(fileName, "small", new Date());
  return [relation === "stranger" ? link.replace(/(?<=s=).{8}/, "AAAAAAAA") : link];
}

function missingPhotoLink(): string[] {
  return [`/api/photos/${randomUUID()}/${"0".repeat(32)}/320?s=${"A".repeat(22)}`];
}

/** A member has one export at most. */
async function makeExportOf(world: World, { member }: Request): Promise<string[]> {
  const id = randomUUID();
  await world.owner.deleteFrom("personalExport").where("memberId", "=", member.id).execute();
  await makeReadyExport(world, { id, memberId: member.id });
  return [id];
}

async function makeSession(world: World, { member }: Request): Promise<string[]> {
  const exchange = { userAgent: "", sessionToken: undefined };
  await openSession(world.context, exchange, { memberId: member.id, isRemembered: false });
  const session = await world.owner
    .selectFrom("session")
    .where("memberId", "=", member.id)
    .orderBy("createdAt", "desc")
    .select("id")
    .executeTakeFirstOrThrow();
  return [session.id];
}

const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

async function makeEndpoint(world: World, request: Request): Promise<string[]> {
  const [sessionId = ""] = await makeSession(world, request);
  const endpoint = newEndpoint();
  const keys = { p256dh: "p".repeat(87), auth: "a".repeat(22) };
  const subscription = { endpoint, sessionId, memberId: request.member.id, ...keys, createdAt: new Date() };
  await world.owner.insertInto("pushSubscription").values(subscription).execute();
  return [endpoint];
}

async function makeMailRow({ owner }: World, { member }: Request): Promise<string[]> {
  const id = uuidv7(new Date());
  const words = { kind: "recovery", subject: "Link", bodyText: "x", bodyHtml: "x" };
  await owner
    .insertInto("mail")
    .values({ id, recipient: member.email, ...words, createdAt: new Date() })
    .execute();
  return [id];
}

type LinkKind = "recovery" | "confirmation" | "email_change" | "claim" | "sign_in_alert";

/** Only the reader of the caller's mailbox has the secret, so of all others one of another kind is tried. */
function secretOf(own: LinkKind, ofOthers: LinkKind): Factory {
  return ({ owner }, { member, relation }) => makeLink(owner, member, relation === "own" ? own : ofOthers);
}

async function makeLink(db: World["owner"], { id, email }: Person, kind: LinkKind): Promise<string[]> {
  const token = makeToken();
  const now = new Date();
  const link = { id: uuidv7(now), memberId: id, kind, tokenHash: hashToken(token), createdAt: now };
  const address = kind === "email_change" ? `new-${randomUUID()}-${email}` : email;
  await db
    .insertInto("accountLink")
    .values({ ...link, email: address, expiresAt: new Date(now.getTime() + 3_600_000) })
    .execute();
  return [token];
}

const makeOrderOf = (world: World, member: Person) =>
  member.isManaged ? makeOpenOrder(world, buyer(member)) : makePaidOrder(world, buyer(member));

function buyer({ id, role }: Person) {
  if (role === "admin") throw new Error("staff buy nothing");
  return { id, role };
}

async function makeWithdrawal(world: World, { member }: Request): Promise<string[]> {
  const { orderId } = await makeOrderOf(world, member);
  await addReview(world.owner, { orderId, memberId: member.id, requestedAt: new Date() });
  return [orderId];
}

async function makeCharge(world: World, { member }: Request): Promise<string[]> {
  const { orderId } = await makeOpenOrder(world, buyer(member));
  return [(await openPixCharges(world.context).add(orderId, "code")).token];
}

async function makeAppeal(world: World, { member }: Request): Promise<string[]> {
  const appeal = { appealText: "Não fui eu.", appealedAt: new Date() };
  return [(await makeMeasure(world, member.id, appeal)).id];
}

/** For other owners, the token of a notice is tried as that of an appeal, and the other way round. */
async function makeAppealToken(world: World, { member, relation }: Request): Promise<string[]> {
  return [relation === "own" ? await makeMeasureToken(world, member.id) : await makeNoticeSecret(world, member.id)];
}

async function makeNoticeToken(world: World, { member, relation }: Request): Promise<string[]> {
  return [relation === "own" ? await makeNoticeSecret(world, member.id) : await makeMeasureToken(world, member.id)];
}

const makeMeasureToken = async (world: World, memberId: string) => (await makeMeasure(world, memberId)).token;

async function makeNoticeSecret(world: World, memberId: string): Promise<string> {
  const token = makeToken();
  await makeNotice(world, memberId, { confirmationHash: hashToken(token) });
  return token;
}

/** Only the reader of a mailbox has the secret of its request, so of all others that of a notice is tried. */
async function makeDataRequestToken(world: World, { member, relation }: Request): Promise<string[]> {
  if (relation !== "own") return [await makeNoticeSecret(world, member.id)];
  const token = makeToken();
  await makeDataRequest(
    world.owner,
    { email: member.email },
    { confirmationHash: hashToken(token), confirmedAt: null },
  );
  return [token];
}

/** The open case about a member, of which there is at most one. */
async function takeCase(world: World, { member }: Request): Promise<string[]> {
  const openCase = await world.owner
    .selectFrom("reportCase")
    .where("reportedId", "=", member.id)
    .where("status", "=", "pending")
    .select("id")
    .executeTakeFirst();
  return [openCase?.id ?? (await makeCase(world, member.id))];
}

/**
 * The caller's message is the one that the counterpart wrote to them, a blocked member's the one that they wrote to the
 * caller. The others wrote theirs to another member.
 */
async function makeMessage({ owner: db }: World, { relation, member, peer }: Request): Promise<string[]> {
  if (relation === "own") return [await findMessage(db, peer.id, member.id)];
  const isBlock = relation === "blocker" || relation === "blocked";
  // Staff get no messages.
  if (isBlock && peer.role !== "admin") return [await findMessage(db, member.id, peer.id)];
  const reader = await makeMember(db, { role: "mommy" });
  await makeConversation(db, member.id, reader.id);
  return [await findMessage(db, member.id, reader.id)];
}

async function findMessage(db: World["owner"], senderId: string, recipientId: string): Promise<string> {
  const message = await db
    .selectFrom("message")
    .where("senderId", "=", senderId)
    .where("recipientId", "=", recipientId)
    .select("id")
    .executeTakeFirstOrThrow();
  return message.id;
}
