import { isMailKind } from "@caramelo/contract/mail/purposes";
import { footnoteUrlOf } from "@caramelo/contract/mail/texts";
import type { Context } from "../../platform/context.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";

/** The address at which a mail program ends the mails about notifications, with the sealed recipient as `of`. */
export const UNSUBSCRIBE_PATH = "/api/unsubscribe";

const PURPOSE = "unsubscribe";

/**
 * The headers by which a mail program offers to end mails of this kind in one press (RFC 8058). Mails that a member
 * cannot switch off, such as those about the account, have none.
 */
export function listHeaders(
  { sealer, site }: Pick<Context, "sealer" | "site">,
  kind: string,
  recipient: string,
): Record<string, string> {
  if (!isMailKind(kind) || footnoteUrlOf(kind, site.origin) === undefined) return {};
  const of = Buffer.from(sealer.seal(Buffer.from(recipient), PURPOSE)).toString("base64url");
  return {
    "List-Unsubscribe": `<${site.origin}${UNSUBSCRIBE_PATH}?of=${of}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** The recipient in an address that `listHeaders` wrote; undefined for any other address. */
export function readRecipient(sealer: Sealer, of: string): string | undefined {
  try {
    return Buffer.from(sealer.open(Buffer.from(of, "base64url"), PURPOSE)).toString();
  } catch {
    return undefined;
  }
}
