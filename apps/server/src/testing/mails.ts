import { runJobs } from "./jobs.ts";
import type { World } from "./world.ts";

/** Returns the mails to an address, the oldest first, after running every due job. The world has no mail server. */
export async function readMails(world: World, to: string) {
  await runJobs(world);
  return world.owner
    .selectFrom("mail")
    .where("recipient", "=", to)
    .orderBy("createdAt")
    .orderBy("id")
    .select(["kind", "subject", "bodyText"])
    .execute();
}

/**
 * Returns the link in the last mail to an address.
 * @throws when there is none
 */
export async function readLink(world: World, to: string): Promise<{ page: string; token: string }> {
  const text = (await readMails(world, to)).at(-1)?.bodyText ?? "";
  const [, page, token] = /^(https?:\S+)#([\w-]{43})$/m.exec(text) ?? [];
  if (page === undefined || token === undefined) throw new Error("the last mail holds no link");
  return { page, token };
}
