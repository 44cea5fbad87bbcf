/** The names of a quarter's numbers. No imports, so that a screen loads nothing else with this file. */

/** The events of a quarter, in page order. */
export const QUARTER_COUNTS = [
  "reports",
  "warnings",
  "photosTaken",
  "suspensions",
  "bans",
  "photosHidden",
  "profilesHidden",
  "appeals",
  "appealsGranted",
  "appealsRefused",
  "notices",
  "noticesAccepted",
  "noticesRefused",
  "authorityRequests",
  "authorityGranted",
  "authorityPartlyGranted",
  "authorityRefused",
] as const;
export type QuarterCount = (typeof QUARTER_COUNTS)[number];

/** A median is shown in whole minutes, from one hour on in hours, and from this many hours on in days. */
export const MEDIAN_HOURS = 48;

/** Median times in seconds, published as whole minutes, hours or days. */
export const QUARTER_MEDIANS = ["reportSeconds", "verificationSeconds"] as const;
export type QuarterMedian = (typeof QUARTER_MEDIANS)[number];

/** Every number of a quarter. The page does not show how many decisions a median covers. */
export type QuarterFigure = QuarterCount | QuarterMedian | "reportDecisions" | "verificationDecisions";

/**
 * How a number is shown. `few`: below ten, or the median of fewer than ten decisions. `withheld`: a total from which a
 * number below ten could be computed. `uncounted`: unknown to every release that counted the quarter.
 */
export const FIGURE_LOOKS = ["exact", "few", "withheld", "uncounted"] as const;
