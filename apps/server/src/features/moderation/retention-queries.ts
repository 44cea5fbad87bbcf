// Statements for the owner of the database, which alone may remove cases, measures and reports. Their parameters are the
// day before which both the erasure and the decision must lie, and how many rows one statement removes.

/** SQL: the case of a row is decided, so long ago. */
const isDecided = (caseId: string): string =>
  `not exists (select from report_case where report_case.id = ${caseId} and (status = 'pending' or reviewed_at >= $1))`;

/** SQL: rows of a table that name an erased member, unless `condition` keeps them. */
const ofErased = (table: string, column: string, condition: string): string => `ctid = any (array(
    select gone.ctid from erasure join ${table} gone on gone.${column} = erasure.member_id
    where erasure.erased_at < $1 and ${condition} limit $2
  ))`;

const isPast = "gone.taken_at < $1 and (gone.appealed_at is null or gone.decided_at < $1)";

/** What is kept of cases and measures about members who are erased: it ends so long after the decision. */
export const REMOVALS_OF_ERASED: readonly string[] = [
  `delete from report where ${ofErased("report", "reporter_id", isDecided("gone.case_id"))}`,
  `delete from automatic_hide where ${ofErased("automatic_hide", "reporter_id", isDecided("gone.case_id"))}`,
  `delete from automatic_hide where ${ofErased("automatic_hide", "member_id", isDecided("gone.case_id"))}`,
  `delete from measure where ${ofErased("measure", "member_id", isPast)}`,
  // Its reports, its evidence and what it has hidden go with it.
  `delete from report_case
    where ${ofErased("report_case", "reported_id", "gone.status <> 'pending' and gone.reviewed_at < $1")}`,
];
