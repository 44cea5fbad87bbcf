/** The permissions of each staff role. No imports, so that a screen loads nothing else with this file. */

/** An `owner` may do everything. A `moderator` takes care of members. */
export const STAFF_ROLES = ["owner", "moderator"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const STAFF = STAFF_ROLES;
const OWNER = ["owner"] as const;

/**
 * The roles with each permission. Every call with the access "admin" names one; the session contains those of its role.
 */
export const staffPermissions = {
  /** Seeing one's own security at /admin/seguranca. The only page for staff who must still set up a second factor. */
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
  /** Granting premium, highlights and courtesies without a payment. */
  grantBenefits: OWNER,
  viewOrders: OWNER,
  refundOrders: OWNER,
  /** Using the payment sandbox, which can create money. */
  changeSandbox: OWNER,
  /** Reading mails that are only stored; they may contain links that open accounts. */
  readMails: OWNER,
  viewHealth: OWNER,
  retryJobs: OWNER,
  changeSettings: OWNER,
  verifyAudit: OWNER,
  manageTeam: OWNER,
  /** Answering LGPD data requests, as the data protection officer. */
  answerDataRequests: OWNER,
  /** Recording requests of authorities, which the transparency page counts. */
  recordAuthorities: OWNER,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffPermission = keyof typeof staffPermissions;

/** Whether a role has a permission; false without a role. */
export function mayStaff(role: StaffRole | null | undefined, permission: StaffPermission): boolean {
  const roles: readonly (StaffRole | null | undefined)[] = staffPermissions[permission];
  return role != null && roles.includes(role);
}

/** The permissions of a role, in table order. */
export function listStaffPermissions(role: StaffRole): StaffPermission[] {
  const names = Object.keys(staffPermissions) as StaffPermission[]; // The record has no other keys.
  return names.filter((permission) => mayStaff(role, permission));
}
