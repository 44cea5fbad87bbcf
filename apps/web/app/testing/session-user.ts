import type { SessionUser } from "~/platform/session.ts";

/** A signed-in baby, changed as given. */
export const makeSessionUser = (change: Partial<SessionUser> = {}): SessionUser => ({
  id: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
  email: "ana@caramelo.test",
  name: "Ana",
  role: "baby",
  createdAt: "2026-11-21T12:00:00.000Z",
  isNewcomer: false,
  isWelcomeDue: false,
  isVerified: true,
  ageGate: null,
  lacksConsent: false,
  erasesAt: null,
  isSuspended: false,
  isAdmin: false,
  staff: null,
  isPremium: false,
  isHighlighted: false,
  balance: null,
  photoUrl: null,
  preferences: { hasPopUps: true, hasSound: true, hasDiscreetTitles: false },
  proofs: ["password"],
  city: { id: 3_550_308, label: "São Paulo, SP" },
  discoveryFilter: null,
  ...change,
});
