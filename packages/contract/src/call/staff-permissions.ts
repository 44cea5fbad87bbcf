/** What each role of the staff may do. No imports, so that a screen loads nothing else with this file. */

/** An `owner` may do everything. A `moderator` looks after members. */
export const STAFF_ROLES = ["owner", "moderator"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const STAFF = STAFF_ROLES;
const OWNER = ["owner"] as const;

/**
 * The roles with each permission. Every call with the access "admin" names one; the session contains those of its role.
 */
export const staffPermissions = {
  /** Seeing one's own security at /admin/seguranca. Staff who still have to set up a second factor see only this page. */
  ownAccess: STAFF,

  viewDashboard: STAFF,
  viewMembers: STAFF,
  editMembers: STAFF,
  /** Suspending a member and ending a suspension: the toggle "Conta ativa". Also ending all sessions of a member. */
  suspendMembers: STAFF,
  verifyMembers: STAFF,
  changeWildcardCity: STAFF,
  reviewVerifications: STAFF,
  openDocuments: STAFF,
  reviewReports: STAFF,
  reviewNotices: STAFF,
  banMembers: STAFF,
  decideAppeals: STAFF,
  updateOnlineStatus: STAFF,
  viewAudit: STAFF,

  changeEmails: OWNER,
  /** Removing the second factor of a member who has lost it. */
  resetMembers: OWNER,
  createMembers: OWNER,
  /** Giving premium, highlights and courtesies without a payment. */
  grantBenefits: OWNER,
  viewOrders: OWNER,
  refundOrders: OWNER,
  /** Using the payment sandbox, which can create money. */
  changeSandbox: OWNER,
  /** Reading mails that are only stored, which may contain links that open accounts. */
  readMails: OWNER,
  viewHealth: OWNER,
  retryJobs: OWNER,
  changeSettings: OWNER,
  verifyAudit: OWNER,
  manageTeam: OWNER,
  /** Answering what people ask about their data by the LGPD, as the data protection officer. */
  answerDataRequests: OWNER,
  /** Recording what authorities asked for, which the transparency page counts. */
  recordAuthorities: OWNER,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffPermission = keyof typeof staffPermissions;

/** Whether a role has a permission. Without a role the answer is always no. */
export function mayStaff(role: StaffRole | null | undefined, permission: StaffPermission): boolean {
  const roles: readonly (StaffRole | null | undefined)[] = staffPermissions[permission];
  return role != null && roles.includes(role);
}

/** The permissions of a role, in the order of the table. */
export function listStaffPermissions(role: StaffRole): StaffPermission[] {
  const names = Object.keys(staffPermissions) as StaffPermission[]; // The record has no other keys.
  return names.filter((permission) => mayStaff(role, permission));
}
