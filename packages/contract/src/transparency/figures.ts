/** The names of the numbers of a quarter. No imports, so that a screen loads nothing else with this file. */

/** What happened in a quarter, in the order in which the page shows it. */
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

/** A median is shown in whole minutes; from one hour on in hours; and from this many hours on in days. */
export const MEDIAN_HOURS = 48;

/** Median times in seconds, published as whole minutes, hours or days. */
export const QUARTER_MEDIANS = ["reportSeconds", "verificationSeconds"] as const;
export type QuarterMedian = (typeof QUARTER_MEDIANS)[number];

/** Every number of a quarter. The page does not show of how many decisions a median is. */
export type QuarterFigure = QuarterCount | QuarterMedian | "reportDecisions" | "verificationDecisions";

/**
 * How a number is shown. `few`: it is below ten, or the median of fewer than ten decisions. `withheld`: a total from
 * which a number below ten could be computed. `uncounted`: no release that counted the quarter knew it.
 */
export const FIGURE_LOOKS = ["exact", "few", "withheld", "uncounted"] as const;
