import { periods } from "@caramelo/contract/personal-data/periods";
import { addMail } from "../../base/mail/queries.ts";
import { lockMember, removeOldSignUp } from "../../base/members/member-queries.ts";
import { deactivateProfile } from "../../base/members/profile-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { endSessionsOfMember, removeOldSessionsSql } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import { daysBefore, sweepBefore, sweepEach, sweepOlder } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { inactivityMail } from "./mail-rules.ts";
import { removeOldAccessRecordsSql } from "./queries/access-records.ts";
import {
  addInactivityWarning,
  listNextAccounts,
  listWarned,
  type NextAccount,
  takeInactivityWarning,
  type Warning,
} from "./queries/inactivity.ts";
import { removeOldDevicesSql } from "./queries/known-devices.ts";
import { removeOldLinksSql } from "./queries/links.ts";
import { removeOldChallengesSql } from "./queries/passkey-challenges.ts";
import { removeOldRefusedSignUpsSql } from "./queries/refused-sign-ups.ts";
import { listUnconfirmed, type UnconfirmedSignUp } from "./queries/unconfirmed.ts";
import { deactivationDay, inactiveSince, oldestAccess, unconfirmedSince, warnedBefore } from "./retention-rules.ts";

/** Removes entries of the access log after six months. */
export const sweepAccessRecords = sweepOlder(oldestAccess, removeOldAccessRecordsSql);

/** Mails a warning, once, to each member who has not come for a year. Returns how many. */
export async function warnInactiveMembers({
  db,
  clock,
  site,
  log,
}: Pick<Context, "db" | "clock" | "site" | "log">): Promise<number> {
  const now = clock.now();
  const warn = (id: string) =>
    db.transaction().execute(async (trx) => {
      // The address may have changed since the list was read.
      const member = await lockMember(trx, id);
      if (!member || !(await addInactivityWarning(trx, id, now))) return false;
      await addMail(trx, member.email, inactivityMail(deactivationDay(now), site.origin), now);
      return true;
    });
  return sweepEach<NextAccount>(log, {
    list: (after, limit) => listNextAccounts(db, inactiveSince(now), after?.id, limit),
    work: async ({ id, isInactive }) => isInactive && warn(id),
    failure: "could not warn an inactive member",
  });
}

/**
 * Deactivates members who were warned and stayed away; a sign-in reactivates them. Removes the warnings of those who
 * came back. Returns how many were deactivated.
 */
export async function deactivateInactiveMembers(
  context: Pick<Context, "db" | "clock" | "live" | "log">,
): Promise<number> {
  const { db, clock, log } = context;
  const now = clock.now();
  return sweepEach<Warning>(log, {
    list: (after, limit) => listWarned(db, warnedBefore(now), after, limit),
    work: ({ memberId }) => deactivateInactive(context, memberId, now),
    failure: "could not deactivate an inactive member",
  });
}

/** False when the member has been active since the warning. */
async function deactivateInactive({ db, live }: Pick<Context, "db" | "live">, memberId: string, now: Date) {
  const isDeactivated = await db.transaction().execute(async (trx) => {
    // The locks ensure that a message to the member is either stored before the deactivation or refused after it.
    await lockStreamsAround(trx, [memberId]);
    if ((await takeInactivityWarning(trx, memberId)) !== false) return false;
    await deactivateProfile(trx, memberId, now);
    await endSessionsOfMember(trx, memberId, now);
    return true;
  });
  if (isDeactivated) live.endMember(memberId);
  return isDeactivated;
}

/** Removes sessions some time after their end. */
export const sweepSessions = sweepOlder(daysBefore(periods.endedSessions), removeOldSessionsSql);

/** Forgets browsers in which a member has not signed in for a year. */
export const sweepKnownDevices = sweepOlder(daysBefore(periods.knownDevices), removeOldDevicesSql);

/** Removes expired challenges for passkeys. */
export const sweepPasskeyChallenges = sweepOlder((now) => now, removeOldChallengesSql);

/** Removes links some time after their end. */
export const sweepLinks = sweepOlder(daysBefore(periods.endedLinks), removeOldLinksSql);

/**
 * Removes sign-ups that were not confirmed in time, with all their data, and the passwords of refused ones. Both go in
 * the same night, because a sign-in must not tell whether a sign-up waits or was refused. A new link keeps the one, and
 * a request for a new link the other, until the link is over (`sendConfirmation`).
 */
export async function sweepSignUps({ db, clock, log }: Pick<Context, "db" | "clock" | "log">): Promise<number> {
  const now = clock.now();
  const day = unconfirmedSince(now);
  const refusedSignUps = await sweepBefore(db, day, removeOldRefusedSignUpsSql);
  const unconfirmed = await sweepEach<UnconfirmedSignUp>(log, {
    list: (after, limit) => listUnconfirmed(db, { before: day, now, limit, after }),
    work: ({ id }) => removeOldSignUp(db, id, day, now),
    failure: "could not remove a sign-up",
  });
  return unconfirmed + refusedSignUps;
}

export const jobs = [
  job("deactivate-inactive-members", "Desativar contas paradas", { sweep: "nightly", run: deactivateInactiveMembers }),
  job("sweep-access-records", "Limpar registros de acesso", { sweep: "nightly", run: sweepAccessRecords }),
  job("sweep-known-devices", "Limpar aparelhos conhecidos", { sweep: "nightly", run: sweepKnownDevices }),
  job("sweep-links", "Limpar links de e-mail", { sweep: "nightly", run: sweepLinks }),
  job("sweep-passkey-challenges", "Limpar pedidos de chave de acesso", {
    sweep: "ten-minute",
    run: sweepPasskeyChallenges,
  }),
  job("sweep-sessions", "Limpar sessões", { sweep: "nightly", run: sweepSessions }),
  job("sweep-sign-ups", "Limpar cadastros não confirmados", { sweep: "nightly", run: sweepSignUps }),
  job("warn-inactive-members", "Avisar contas paradas", { cron: "30 13 * * *", run: warnInactiveMembers }),
];
