import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { useAction } from "~/platform/use-action.ts";

export type Colleague = AnswerOf<Contract["accounts"]["team"]>["people"][number];

const TEAM = ["staff", "team"];

/** The staff, the latest first. */
export const teamQuery = infiniteQueryOptions({
  queryKey: TEAM,
  queryFn: ({ pageParam, signal }) => api.accounts.team({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
});

export type TeamAction =
  | { kind: "role"; role: StaffRole }
  | { kind: "access"; isActive: boolean }
  | { kind: "invitation" }
  | { kind: "factor" }
  | { kind: "sessions" };

function actOn(id: string, action: TeamAction): Promise<unknown> {
  const params = { id };
  if (action.kind === "role") return api.accounts.changeStaffRole({ params, body: { role: action.role } });
  if (action.kind === "access") return api.accounts.changeStaffAccess({ params, body: { isActive: action.isActive } });
  if (action.kind === "invitation") return api.accounts.repeatStaffInvitation({ params });
  if (action.kind === "factor") return api.accounts.resetFactor({ params });
  return api.accounts.endStaffSessions({ params });
}

/** Performs an owner's action on a staff member, then reloads the list. */
export const useTeamAction = () =>
  useAction(({ id, action }: { id: string; action: TeamAction }) => withFreshFactor(() => actOn(id, action)), TEAM);

type Invitation = InputOf<Contract["accounts"]["inviteStaff"]>["body"];

/** Invites a person to the staff, then reloads the list. */
export const useStaffInvitation = () =>
  useAction((body: Invitation) => withFreshFactor(() => api.accounts.inviteStaff({ body })), TEAM);

/** Removes the factors and the password of a member who lost them. */
export const useFactorReset = (id: string) =>
  useAction(() => withFreshFactor(() => api.accounts.resetMemberFactor({ params: { id } })));

/** Opens the frozen account of a member. */
export const useFrozenMemberOpening = (id: string) =>
  useAction(() => withFreshFactor(() => api.accounts.openFrozenMember({ params: { id } })));

/** Ends all sessions of a member. */
export const useMemberSessionsEnd = (id: string) =>
  useAction(() => withFreshFactor(() => api.accounts.endMemberSessions({ params: { id } })));
