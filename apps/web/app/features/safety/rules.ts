import { isTooLong, tidyText } from "@caramelo/contract/call/characters";
import { REPORT_DETAILS_MAX } from "@caramelo/contract/limits";
import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { reportFields, reportTexts } from "@caramelo/contract/texts/safety";
import type { FormErrors, Recheck } from "~/ui/forms/form-rules.ts";

export type Reason = ReportReason;
export type ReportForm = {
  reason: Reason | undefined;
  details: string;
  /** The link of the reported photo; empty when none was chosen. */
  photoLink: string;
};

/** Only the reason `other` asks for details. Details typed for another reason are not sent. */
export const asksForDetails = (reason: Reason | undefined): boolean => reason === "other";

export function findReportErrors({ reason, details }: Pick<ReportForm, "reason" | "details">): FormErrors<ReportForm> {
  if (!reason) return { reason: reportFields.reportReasonRequired };
  if (!asksForDetails(reason)) return {};
  if (tidyText(details) === "") return { details: reportFields.reportDetailsRequired };
  return isTooLong(details, REPORT_DETAILS_MAX) ? { details: reportFields.reportDetailsTooLong } : {};
}

/** Only one reason is about a photo. */
export const asksForPhoto = (reason: Reason | undefined): boolean => reason === "inappropriate_photos";

/**
 * A changed reason removes the errors of the former one. Details are validated after typing or on the next submit,
 * because a new field must not show an error.
 */
export const recheckReport: Recheck = (changedName, markedNames) =>
  changedName === "reason" ? ["reason"] : [changedName, ...markedNames];

/** The report of a valid form; undefined without a reason. */
export function toReport(form: ReportForm): { reason: Reason; details?: string; photoLink?: string } | undefined {
  const { reason, details, photoLink } = form;
  if (!reason) return undefined;
  return {
    reason,
    ...(asksForDetails(reason) && { details }),
    ...(asksForPhoto(reason) && photoLink !== "" && { photoLink }),
  };
}

export const reportFailureText = (reason: string): string => `${reportTexts.reportFailed}: ${reason}`;
