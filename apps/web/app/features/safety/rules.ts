import { countCharacters, tidyText } from "@caramelo/contract/call/characters";
import { REPORT_DETAILS_MAX } from "@caramelo/contract/limits";
import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { reportFields, reportTexts } from "@caramelo/contract/texts/safety";
import type { FormErrors, Recheck } from "~/ui/forms/form-rules.ts";

export type Reason = ReportReason;
export type ReportForm = {
  reason: Reason | undefined;
  details: string;
  /** The link of the photo that is meant; empty for none in particular. */
  photoLink: string;
};

/** Only the last reason asks for details; details count for no other reason. */
export const asksForDetails = (reason: Reason | undefined): boolean => reason === "other";

export function findReportErrors({ reason, details }: Pick<ReportForm, "reason" | "details">): FormErrors<ReportForm> {
  if (!reason) return { reason: reportFields.reportReasonRequired };
  if (!asksForDetails(reason)) return {};
  const length = countCharacters(tidyText(details));
  if (length === 0) return { details: reportFields.reportDetailsRequired };
  return length > REPORT_DETAILS_MAX ? { details: reportFields.reportDetailsTooLong } : {};
}

/** Only one reason is about a photo. */
export const asksForPhoto = (reason: Reason | undefined): boolean => reason === "inappropriate_photos";

/**
 * A new reason takes the errors of the last one away. The details that it may ask for are validated once they were typed,
 * or with the next submit: nobody is wrong about a field that has just appeared.
 */
export const recheckReport: Recheck = (changed, markedNames) =>
  changed === "reason" ? ["reason"] : [changed, ...markedNames];

/** The valid form as it travels; undefined for one without a reason. */
export function toReport(form: ReportForm): { reason: Reason; details?: string; photoLink?: string } | undefined {
  const { reason, details, photoLink } = form;
  if (!reason) return undefined;
  return {
    reason,
    ...(asksForDetails(reason) && { details }),
    ...(asksForPhoto(reason) && photoLink !== "" && { photoLink }),
  };
}

/** What a failed report says: that it failed, then why. */
export const reportFailureText = (reason: string): string => `${reportTexts.reportFailed}: ${reason}`;
