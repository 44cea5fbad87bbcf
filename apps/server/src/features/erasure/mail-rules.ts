import { longDayText } from "@caramelo/contract/formats/moments";
import { writeMail } from "../../base/mail/text-rules.ts";

type ErasureMail = "erasure-requested" | "erasure-reminder";

/** A mail about an erasure that waits. It leads to the sign-in, behind which the erasure can be taken back. */
export const erasureMail = (kind: ErasureMail, endsAt: Date, origin: string) =>
  writeMail(kind, { url: `${origin}/login`, values: { dia: longDayText(endsAt) } });

type Standing = { isActive: boolean; hiddenAt: Date | null };

/** The mail about an erasure that was taken back, by whether others see the profile now. */
export const takenBackMail = ({ isActive, hiddenAt }: Standing) =>
  writeMail(isActive && hiddenAt === null ? "erasure-taken-back-shown" : "erasure-taken-back");
