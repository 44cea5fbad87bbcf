import { describe, expect, test } from "vitest";
import {
  listStaffPermissions,
  mayStaff,
  STAFF_ROLES,
  type StaffPermission,
  staffPermissions,
} from "./staff-permissions.ts";

const all = Object.keys(staffPermissions) as StaffPermission[]; // The record has no other keys.

test("[D2.50][T05] an owner has every permission", () => {
  expect(listStaffPermissions("owner")).toEqual(all);
});

test("[D2.50][T05] a member has none", () => {
  for (const permission of all)
    for (const nobody of [null, undefined]) expect(mayStaff(nobody, permission)).toBe(false);
});

describe("[D2.50][T05] a moderator", () => {
  test.each(["viewMembers", "suspendMembers", "verifyMembers", "reviewReports", "reviewNotices"] as const)(
    "may %s",
    (permission) => expect(mayStaff("moderator", permission)).toBe(true),
  );

  test.each([
    "manageTeam",
    "createMembers",
    "changeEmails",
    "grantBenefits",
    "refundOrders",
    "changeSettings",
    "verifyAudit",
    "readMails",
  ] as const)("may not %s", (permission) => expect(mayStaff("moderator", permission)).toBe(false));
});

test("[D1.11] the roles of the table are owner and moderator", () => {
  expect(STAFF_ROLES).toEqual(["owner", "moderator"]);
  for (const roles of Object.values(staffPermissions)) expect(STAFF_ROLES).toEqual(expect.arrayContaining([...roles]));
});
