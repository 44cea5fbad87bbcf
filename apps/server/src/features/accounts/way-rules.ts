import { DELAY_HOURS, WAY_TRUSTED_DAYS, YOUNG_WAY_HOURS } from "@caramelo/contract/limits";
import * as z from "zod";

const HOUR_MS = 3_600_000;

/** A way in by which a person proved who they are. */
export type WayIn = {
  by: "password" | "key" | "app";
  /** When it was added; null if it is as old as the account. */
  since: Date | null;
};

export const columnsOf = ({ by, since }: WayIn) => ({ provedBy: by, waySince: since });

type Account = { factorSetUpAt: Date | null; passwordSetAt: Date | null };

/**
 * The way in of a person who gave what an account without a usable key requires: a code of its app, or the password.
 */
export const typedWayOf = ({ factorSetUpAt, passwordSetAt }: Account): WayIn =>
  factorSetUpAt ? { by: "app", since: factorSetUpAt } : { by: "password", since: passwordSetAt };

/** A recovery, a change of address and a frozen account trust the ways in that were added before this moment. */
export const trustedUntil = (now: Date): Date => new Date(now.getTime() - WAY_TRUSTED_DAYS * 24 * HOUR_MS);

/** Whether a way in is so recent that an intruder may have left it. `since` null: it is as old as the account. */
export const isYoung = (since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() < YOUNG_WAY_HOURS * HOUR_MS;

/** When a request made at `askedAt` by a recent way in begins, after its delay. */
export const endOfDelay = (askedAt: Date): Date => new Date(askedAt.getTime() + DELAY_HOURS * HOUR_MS);

/** Whether a way in is old enough at a moment to belong to the account's person. */
export const isTrusted = (since: Date, at: Date): boolean => since.getTime() < trustedUntil(at).getTime();

type Proof = { provedBy: WayIn["by"] | null; waySince: Date | null };

/**
 * Whether a person has proved by a trusted key or app who they are. A password may have been stolen however old it is.
 */
export const isLongProven = ({ provedBy, waySince }: Proof, now: Date): boolean =>
  (provedBy === "key" || provedBy === "app") && waySince !== null && isTrusted(waySince, now);

/** The payload of the job of a delayed request. */
export const DueRequest = z.object({ memberId: z.uuid(), dueAt: z.coerce.date() });
export type DueRequest = z.output<typeof DueRequest>;
