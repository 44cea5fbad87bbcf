import type { Insertable } from "kysely";
import type { Measure, Notice, ReportCase } from "../platform/database/types.generated.ts";
import { uuidv7 } from "../platform/ids.ts";
import { hashToken, makeToken } from "../platform/secrets/tokens.ts";
import type { World } from "./world.ts";

/** Stores a measure against a member. Returns its id and the secret of its mail. */
export async function makeMeasure({ owner }: World, memberId: string, changes: Partial<Insertable<Measure>> = {}) {
  const now = new Date();
  const [id, token] = [uuidv7(now), makeToken()];
  const measure = { id, memberId, kind: "warning" as const, reason: "Seja gentil.", takenAt: now };
  await owner
    .insertInto("measure")
    .values({ ...measure, appealTokenHash: hashToken(token), ...changes })
    .execute();
  return { id, token };
}

/** Stores an open case without reports. */
export async function makeCase({ owner }: World, reportedId: string, changes: Partial<Insertable<ReportCase>> = {}) {
  const now = new Date();
  const id = uuidv7(now);
  await owner
    .insertInto("reportCase")
    .values({ id, reportedId, openedAt: now, ...changes })
    .execute();
  return id;
}

/** Stores a notice of the public form about a member. */
export async function makeNotice({ owner }: World, memberId: string | null, changes: Partial<Insertable<Notice>> = {}) {
  const now = new Date();
  const id = uuidv7(now);
  const notice = { id, kind: "intimate" as const, address: "/perfil", words: "Sou eu na foto.", memberId };
  const sender = { senderName: "Bia", senderEmail: "bia@exemplo.invalid" };
  const times = { receivedAt: now, dueAt: new Date(now.getTime() + 86_400_000) };
  await owner
    .insertInto("notice")
    .values({ ...notice, ...sender, ...times, ...changes })
    .execute();
  return id;
}
