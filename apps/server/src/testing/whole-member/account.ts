import { randomBytes } from "node:crypto";
import { openSession } from "../../features/accounts/session-check.ts";
import { randomId } from "../../platform/ids.ts";
import { makePasskeyRow } from "../passkey-rows.ts";
import type { World } from "../world.ts";
import { type AddRows, at, HIDDEN_WORD, makeHiddenBytes } from "./rows.ts";

/** Adds what opens an account: sessions, links, known devices and factors. */
export async function addAccount(
  { owner, context }: World,
  add: AddRows,
  { id, email }: { id: string; email: string },
) {
  await openSession(
    context,
    { userAgent: "Navegador de teste", sessionToken: undefined },
    { memberId: id, isRemembered: true },
  );
  const end = { endedAt: at(6), expiresAt: at(7), lastSeenAt: at(5), provedAt: at(4), createdAt: at(4) };
  const sessionId = randomId();
  await add("session", {
    id: sessionId,
    memberId: id,
    tokenHash: randomBytes(32),
    isRemembered: true,
    userAgent: "Velho",
    provedBy: "key",
    waySince: at(64),
    ...end,
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
  await add("delayedRequest", { memberId: id, kind: "email_change", email, askedAt: at(62), dueAt: at(63) });
  await owner
    .updateTable("member")
    .set({ passwordSetAt: at(67), isEmailProven: true })
    .where("id", "=", id)
    .execute();
  await add("inactivityWarning", { memberId: id, warnedAt: at(12) });
  await add("knownDevice", { memberId: id, tokenHash: randomBytes(32), lastUsedAt: at(13) });
  await makePasskeyRow(owner, id);
  await owner
    .updateTable("passkey")
    .set({ lastUsedAt: at(14), blockedAt: at(15), addedOn: "Navegador de teste", offSince: at(65) })
    .where("memberId", "=", id)
    .execute();
  await add("secondFactor", {
    memberId: id,
    secret: makeHiddenBytes(),
    setUpAt: at(16),
    addedOn: "Navegador de teste",
    offSince: at(66),
    pendingSecret: makeHiddenBytes(),
    pendingAt: at(17),
  });
  await add("recoveryCode", { memberId: id, codeHash: randomBytes(32), usedAt: at(18) });
  await add("keyInvitation", { memberId: id, invitedAt: at(61) });
  await add("pendingWelcome", { memberId: id });
}
