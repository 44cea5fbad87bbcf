import { addMail } from "../../base/mail/queries.ts";
import type { Context } from "../../platform/context.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { LINKS, linkMail } from "./mail-rules.ts";
import { type LinkKind, replaceLink } from "./queries/links.ts";
import { linkEnd } from "./rules.ts";

type LinkMail = {
  memberId: string;
  kind: LinkKind;
  to: string;
  /** The mail that contains the link, if it is not the usual one of its kind. */
  mail?: Parameters<typeof linkMail>[3];
  values?: Readonly<Record<string, string>> | undefined;
  freezes?: boolean | undefined;
};

/**
 * Stores a link and the mail that contains it. Lock the member before. The secret is behind the #, which browsers do
 * not send to servers; the database stores only its hash.
 */
export async function addLinkMail(
  { db, site }: Pick<Context, "db" | "site">,
  link: LinkMail,
  now: Date,
): Promise<void> {
  const { memberId, kind, to, values, mail, freezes = false } = link;
  const token = makeToken();
  const times = { createdAt: now, expiresAt: linkEnd(LINKS[kind].hours, now) };
  const storedLink = { id: uuidv7(now), memberId, kind, tokenHash: hashToken(token), email: to, freezes };
  await replaceLink(db, { ...storedLink, ...times });
  await addMail(db, to, linkMail(kind, `${site.origin}/${LINKS[kind].path}#${token}`, values, mail), now);
}
