import { openSession } from "../apps/server/src/features/accounts/session-check.ts";
import type { Db } from "../apps/server/src/platform/database/database.ts";
import { grant } from "../apps/server/src/testing/entitlements.ts";
import { makeMember } from "../apps/server/src/testing/people.ts";

/** A signed-in member. `tokens` is null for members who write for free. */
export type Person = { id: string; session: string; tokens: number | null; conversations: number | null };

const ON_EACH_SIDE = 6;
const CUSTOMERS = 2;
/** The tokens of the payers: two of them run out, and null stands for premium. */
const TOKENS = [null, 40, 150, 1_000_000, 1_000_000, 1_000_000];

/** Makes babies and daddies, who all write to each other, and customers, who do not write. */
export async function makePeople(db: Db): Promise<{ babies: Person[]; daddies: Person[]; customers: Person[] }> {
  const context = { db, clock: { now: () => new Date() } };
  const make = async (role: "baby" | "daddy", tokens: number | null): Promise<Person> => {
    const { id } = await makeMember(db, { role });
    const conversations = tokens === null ? null : ON_EACH_SIDE;
    if (tokens) await grant(db, { id }, { tokens, conversations: ON_EACH_SIDE });
    else if (role === "daddy" && tokens === null)
      await grant(db, { id }, { premiumUntil: new Date("2999-01-01T00:00:00Z") });
    const session = { memberId: id, isRemembered: true };
    const token = await openSession(context, { userAgent: "", sessionToken: undefined }, session);
    return { id, session: token, tokens, conversations };
  };
  const customers: Person[] = [];
  for (let madeCount = 0; madeCount < CUSTOMERS; madeCount += 1) customers.push(await make("daddy", 0));
  const babies: Person[] = [];
  const daddies: Person[] = [];
  for (const tokens of TOKENS) {
    babies.push(await make("baby", null));
    daddies.push(await make("daddy", tokens));
  }
  return { babies, daddies, customers };
}
