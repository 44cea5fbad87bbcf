import { listStaffPermissions } from "@caramelo/contract/call/staff-permissions";
import { balanceOf, isHighlightedAt, isPremiumAt } from "../../base/money/premium-rules.ts";
import { cityLabel, findCity } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import { isUnlocated, readStoredFilter } from "../discovery/filter-rules.ts";
import { preferencesOf } from "../member-settings/rules.ts";
import type { getAccount } from "./queries/accounts.ts";
import { isNewcomer, listProofs } from "./rules.ts";

export type Account = Awaited<ReturnType<typeof getAccount>>;

type PresentContext = Pick<Context, "photoLinks" | "clock" | "site">;

export function presentAccount(
  account: Account,
  { hasFactor }: { hasFactor: boolean },
  { photoLinks, clock, site }: PresentContext,
) {
  const { id, email, name, role, createdAt, isVerified, ageGate, erasesAt, isAdmin, staffRole, fileName } = account;
  const now = clock.now();
  return {
    id,
    email,
    name,
    role,
    createdAt,
    isVerified,
    ageGate,
    lacksConsent: account.consentWithdrawnAt !== null,
    erasesAt,
    isSuspended: account.suspendedAt !== null,
    isAdmin,
    isNewcomer: isNewcomer(account, now),
    isWelcomeDue: account.isWelcomeDue,
    staff: staffRole && {
      role: staffRole,
      permissions: listStaffPermissions(staffRole),
      hasFactor,
      awaitsFactor: site.requiresFactor && !hasFactor,
    },
    isPremium: isPremiumAt(account, now),
    isHighlighted: isHighlightedAt(account, now),
    balance: balanceOf(account, now),
    photoUrl: fileName === null ? null : photoLinks.linkTo(fileName, "small", now),
    preferences: preferencesOf(account),
    proofs: listProofs(account),
    city: presentCity(account.cityId),
    discoveryFilter: readStoredFilter(account.filter),
  };
}

function presentCity(cityId: number | null) {
  const city = cityId === null ? undefined : findCity(cityId);
  return city && !isUnlocated(city) ? { id: city.id, label: cityLabel(city) } : null;
}
