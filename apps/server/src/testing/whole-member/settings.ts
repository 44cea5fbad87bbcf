import { randomBytes } from "node:crypto";
import { randomId, uuidv7 } from "../../platform/ids.ts";
import { makeDataRequest } from "../data-requests.ts";
import type { World } from "../world.ts";
import { type AddRows, at, HIDDEN_WORD } from "./rows.ts";

/** Adds what a member decided and got mails about: a request, a consent, settings, presence, mails and a filter. */
export async function addSettings(
  { owner }: World,
  add: AddRows,
  { id, email, staffId }: { id: string; email: string; staffId: string },
) {
  const request = { receivedAt: at(62), dueAt: at(63), confirmedAt: at(64), answeredAt: at(65) };
  await makeDataRequest(
    owner,
    { id, email },
    { ...request, answer: "Resposta ao pedido", answeredBy: staffId, alarmedAt: at(66) },
  );
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
