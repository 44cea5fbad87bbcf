/**
 * The reasons of a report: the stored key, and the words for members and staff. No imports, so that a screen loads
 * nothing else with this file.
 */
export const reportReasons = {
  fake_profile: "Perfil falso",
  inappropriate_photos: "Fotos inadequadas",
  inappropriate_behavior: "Comportamento inadequado",
  spam_or_scam: "Spam ou golpe",
  harassment: "Assédio",
  underage: "Menor de idade",
  /** This reason requires details, which are stored as "Outro: …". */
  other: "Outro",
} as const;

export type ReportReason = keyof typeof reportReasons;

// The cast is safe, because the record has no other keys.
export const REPORT_REASONS = Object.keys(reportReasons) as ReportReason[];
