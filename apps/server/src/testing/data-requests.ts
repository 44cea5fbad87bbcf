import type { Insertable } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { DataRequest } from "../platform/database/types.generated.ts";
import { uuidv7 } from "../platform/ids.ts";

const DAY_MS = 86_400_000;

type Sender = { id?: string; email: string };

/** Stores a confirmed request about data; a sender with an id sent it in their session. Returns its id. */
export async function makeDataRequest(
  db: Db,
  { id: memberId, email }: Sender,
  change: Partial<Insertable<DataRequest>> = {},
): Promise<string> {
  const receivedAt = new Date();
  const id = uuidv7(receivedAt);
  await db
    .insertInto("dataRequest")
    .values({
      id,
      kind: "access",
      words: "O que vocês guardam sobre mim?",
      name: "Ana",
      email,
      memberId: memberId ?? null,
      receivedAt,
      dueAt: new Date(receivedAt.getTime() + 15 * DAY_MS),
      confirmedAt: receivedAt,
      confirmationHash: memberId === undefined ? Buffer.from(id.replaceAll("-", "").repeat(2), "hex") : null,
      ...change,
    })
    .execute();
  return id;
}
