import { expect } from "@playwright/test";
import type { Db } from "../../apps/server/src/platform/database/database.ts";

/** The text of the latest mail to an address, once exactly `count` have come. */
export async function waitForMail(db: Db, to: string, count = 1): Promise<string> {
  const ask = () =>
    db.selectFrom("mail").where("recipient", "=", to).orderBy("createdAt", "desc").select("bodyText").execute();
  await expect.poll(async () => (await ask()).length).toBe(count);
  return (await ask())[0]?.bodyText ?? "";
}

/** The path and secret of the link in a mail, such as "/redefinir-senha#…". */
export function findLink(mail: string, path: string): string {
  const link = new RegExp(`https?://[^\\s/]+(${path}#[\\w-]+)`).exec(mail)?.[1];
  if (!link) throw new Error(`No link to ${path} in the mail:\n${mail}`);
  return link;
}
