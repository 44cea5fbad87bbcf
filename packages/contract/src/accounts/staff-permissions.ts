/** What each role of the staff may do. No imports: the browser loads this file as it is. */

/** `owner` may do everything. `moderator` looks after members. */
export const STAFF_ROLES = ["owner", "moderator"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const STAFF = STAFF_ROLES;
const OWNER = ["owner"] as const;

/** Who has each permission. Every call with the access "admin" names one of them; screens get theirs with the session. */
export const staffPermissions = {
  /** One's own second factor and confirmation. The only ones for staff who must still set up their second factor. */
  ownAccess: STAFF,

  viewDashboard: STAFF,
  viewMembers: STAFF,
  editMembers: STAFF,
  /** Suspends a member and ends a suspension: the toggle "Conta ativa". */
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
  createMembers: OWNER,
  /** Premium, highlights and courtesies that nobody paid. */
  grantBenefits: OWNER,
  viewOrders: OWNER,
  refundOrders: OWNER,
  /** The sandbox of payments, which can make money appear. */
  changeSandbox: OWNER,
  /** Mails that are only kept may hold links that open accounts. */
  readMails: OWNER,
  viewHealth: OWNER,
  retryJobs: OWNER,
  changeSettings: OWNER,
  verifyAudit: OWNER,
  manageTeam: OWNER,
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffPermission = keyof typeof staffPermissions;

/** Whether a role has a permission; nobody without a role has one. */
export function mayStaff(role: StaffRole | null | undefined, permission: StaffPermission): boolean {
  const roles: readonly (StaffRole | null | undefined)[] = staffPermissions[permission];
  return role != null && roles.includes(role);
}

/** The permissions of a role, in the order of the table. */
export function listStaffPermissions(role: StaffRole): StaffPermission[] {
  const names = Object.keys(staffPermissions) as StaffPermission[]; // it has no other keys
  return names.filter((permission) => mayStaff(role, permission));
}
