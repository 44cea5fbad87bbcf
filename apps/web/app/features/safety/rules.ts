import { countCharacters, tidyText } from "@caramelo/contract/characters";
import { fieldTexts, memberMessages } from "@caramelo/contract/errors";
import { REPORT_DETAILS_MAX, type REPORT_REASONS } from "@caramelo/contract/limits";

type Reason = (typeof REPORT_REASONS)[number];
export type ReportForm = { reason: Reason | undefined; details: string };
export type ReportFaults = { reason?: string; details?: string };

/** Only the last reason asks for words; what was written for it counts for no other. */
export const asksForDetails = (reason: Reason | undefined): boolean => reason === "Outro";

export function findReportFaults({ reason, details }: ReportForm): ReportFaults {
  if (!reason) return { reason: fieldTexts.reportReasonRequired };
  if (!asksForDetails(reason)) return {};
  const length = countCharacters(tidyText(details));
  if (length === 0) return { details: fieldTexts.reportDetailsRequired };
  return length > REPORT_DETAILS_MAX ? { details: fieldTexts.reportDetailsTooLong } : {};
}

/** What a failed report says: that it failed, then why. */
export const reportFailureText = (reason: string): string => `${memberMessages.reportFailed}: ${reason}`;
