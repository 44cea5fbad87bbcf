import { longDayText } from "@caramelo/contract/formats/moments";
import { writeMail } from "../../base/mail/text-rules.ts";

type ErasureMail = "erasure-requested" | "erasure-reminder";

/** A mail about an erasure that waits. It leads to the sign-in, behind which the erasure can be taken back. */
export const erasureMail = (kind: ErasureMail, endsAt: Date, origin: string) =>
  writeMail(kind, { url: `${origin}/login`, values: { dia: longDayText(endsAt) } });
