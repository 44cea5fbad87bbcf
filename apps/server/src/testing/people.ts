import { randomUUID } from "node:crypto";
import type { InputOf } from "@caramelo/contract/call/call";
import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import type { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { type AboutName, mapAbout } from "@caramelo/contract/texts/about";
import { addMember } from "../base/members/member-queries.ts";
import { addProfile } from "../base/members/profile-queries.ts";
import { addStream } from "../base/members/stream-queries.ts";
import { openLedger } from "../base/money/ledger-queries.ts";
import type { Db } from "../platform/database/database.ts";
import { randomId, uuidv7 } from "../platform/ids.ts";
import { PRODUCT_NAME } from "../platform/product-name.ts";
import { productSender } from "../platform/secrets/password-lanes.ts";
import { hashPassword } from "../platform/secrets/passwords.ts";

type SignUpForm = InputOf<typeof contract.accounts.signUp>["body"];
type Role = "baby" | "daddy" | "mommy" | "admin";

/** São Paulo, SP. */
const CITY_ID = 3_550_308;
/** The texts about themselves that members of the tests have, unless a test gives others. */
export const sampleAbout = mapAbout(({ name }) => `Um texto sobre si, de nome ${name}.`);
export const PASSWORD = "um segredo de teste";
// One hash serves all members, because hashing is slow on purpose.
const usualHash = hashPassword(PASSWORD, productSender);

export function newEmail(): string {
  return `${randomUUID()}@exemplo.invalid`;
}

/** A complete, valid sign-up form; `changes` replace fields. */
export function signUpForm(changes: Partial<SignUpForm> = {}): SignUpForm {
  return {
    email: newEmail(),
    password: PASSWORD,
    passwordConfirmation: changes.password ?? PASSWORD,
    name: "Ana",
    age: 24,
    gender: "Feminino",
    accountType: "baby",
    cityId: CITY_ID,
    ...sampleAbout,
    acceptsTerms: true,
    ...changes,
  };
}

type Overrides = Partial<Record<AboutName, string>> & {
  role?: Role;
  /** The staff role; the default is owner. */
  staffRole?: StaffRole;
  email?: string;
  /** The default is a hash of `PASSWORD` with the product's own cost. */
  passwordHash?: string;
  name?: string;
  age?: number;
  cityId?: number;
  isVerified?: boolean;
  isWildcardCity?: boolean;
  isManaged?: boolean;
  isDemo?: boolean;
  tier?: number;
  shuffleKey?: number;
  createdAt?: Date;
  deactivatedAt?: Date;
  suspendedAt?: Date;
  awaitsConfirmation?: boolean;
};

/** Makes a member with a profile; unless staff, with a stream and, once confirmed, an entitlement. */
export async function makeMember(
  db: Db,
  {
    role = "baby",
    staffRole = "owner",
    email = newEmail(),
    passwordHash,
    name = "Ana",
    age,
    cityId,
    createdAt,
    ...changes
  }: Overrides = {},
) {
  const now = createdAt ?? new Date();
  const id = randomId();
  const times = { createdAt: now, updatedAt: now };
  await addMember(db, { id, email, passwordHash: passwordHash ?? (await usualHash), ...times });
  await addProfile(db, {
    memberId: id,
    role,
    isAdmin: role === "admin",
    ...(role === "admin" && { staffRole }),
    name,
    ...facts(role, now),
    ...(age !== undefined && { statedAge: age }),
    ...(cityId !== undefined && { cityId }),
    ...times,
    ...changes,
  });
  if (role !== "admin") await addStream(db, id);
  // The ledger of a member begins with the confirmation of the address.
  if (role !== "admin" && !changes.awaitsConfirmation) {
    await openLedger(db, { id: uuidv7(now), memberId: id, provider: PRODUCT_NAME }, now);
  }
  return { id, email, role, password: PASSWORD };
}

function facts(role: Role, now: Date) {
  if (role === "admin") return {};
  const gender = role === "daddy" ? ("Masculino" as const) : ("Feminino" as const);
  const ageStatedOn = dayInBrazil(now);
  return { gender, statedAge: 30, ageStatedOn, cityId: CITY_ID, ...sampleAbout };
}
