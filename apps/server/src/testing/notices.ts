import type { openBrowser } from "./browser.ts";
import { newEmail } from "./people.ts";
import type { World } from "./world.ts";

type Changes = { kind?: "intimate" | "minor" | "other"; email?: string };
type Browser = ReturnType<typeof openBrowser>;

/** Sends a notice by the public form, from a new IP address unless a browser is given. */
export function sendNotice(world: World, address: string, changes: Changes = {}, browser: Browser = world.browser()) {
  return browser.api.moderation.sendNotice({
    body: { kind: "intimate", address, words: "Sou eu nesta foto.", name: "Bia", email: newEmail(), ...changes },
  });
}

/** Returns the secrets in the mails that confirm notices of this mailbox, the latest first. */
export async function readNoticeTokens({ owner }: World, email: string): Promise<string[]> {
  const mails = await owner
    .selectFrom("mail")
    .where("recipient", "=", email)
    .where("kind", "=", "notice-confirmation")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .select("bodyText")
    .execute();
  return mails.flatMap(({ bodyText }) => /\/confirmar-aviso#([\w-]{43})$/m.exec(bodyText ?? "")?.[1] ?? []);
}

/** Confirms the last notice of a mailbox by the link of its mail. */
export async function confirmNotice(world: World, email: string) {
  const [token = ""] = await readNoticeTokens(world, email);
  return world.browser().api.moderation.confirmNotice({ body: { token } });
}

/** Sends a notice and confirms its mailbox, so that it may hide content. Returns the answer of the form. */
export async function sendConfirmedNotice(
  world: World,
  address: string,
  changes: Changes = {},
  browser: Browser = world.browser(),
) {
  const email = changes.email ?? newEmail();
  const reply = await sendNotice(world, address, { ...changes, email }, browser);
  if (reply.body.mail === "link") await confirmNotice(world, email);
  return reply;
}
