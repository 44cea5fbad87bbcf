import { randomBytes } from "node:crypto";
import { randomId } from "../../platform/ids.ts";
import { makeCase, makeMeasure, makeNotice } from "../moderation.ts";
import type { World } from "../world.ts";
import { type AddRows, at } from "./rows.ts";

type People = { id: string; email: string; friendId: string; staffId: string };

/** Adds a measure, a notice, a report and what follows from them. */
export async function addModeration(world: World, add: AddRows, { id, email, friendId, staffId }: People) {
  const decision = { decidedAt: at(52), decidedBy: staffId };
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
    ...decision,
  });
  await makeNotice(world, friendId, {
    senderId: id,
    senderEmail: email,
    senderName: "Davi Remetente",
    words: "Palavras do aviso",
    confirmedAt: at(50),
    status: "accepted",
    answer: "Resposta ao aviso",
    ...decision,
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
}

export async function addVerification({ owner }: World, add: AddRows, { id, staffId }: Pick<People, "id" | "staffId">) {
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
  const { id: requestId } = await owner
    .selectFrom("verificationRequest")
    .where("memberId", "=", id)
    .select("id")
    .executeTakeFirstOrThrow();
  await add("verificationDocument", { objectKey: randomId(), requestId, kind: "front", createdAt: at(61) });
}
