import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { quietOpenCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perAddress } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { lineText } from "../call/text.ts";
import { FRESH_FACTOR_MINUTES, PASSKEY_NAME_MAX, PASSKEYS_MAX } from "../limits.ts";
import { SessionUser } from "./entrance.ts";
import { guessing, protection } from "./second-factor.ts";

/** Bytes in base64url, as exchanged with browsers. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** The id of a credential has at most 1,023 bytes (Web Authentication, 5.1.1). */
const CredentialId = bytes(1_364);

/** The browser's answer after making a passkey. */
const NewPasskey = z.strictObject({ id: CredentialId, clientDataJson: bytes(2_000), attestationObject: bytes(6_000) });

/** The browser's answer after signing a challenge with a passkey. */
const SignedChallenge = z.strictObject({
  id: CredentialId,
  clientDataJson: bytes(2_000),
  authenticatorData: bytes(2_000),
  signature: bytes(1_000),
  /** The owner of the passkey, by the handle that the server assigned. */
  userHandle: bytes(100).nullable(),
});

const CredentialName = z.strictObject({ id: z.string(), type: z.literal("public-key") });

/** The options for making a passkey (Web Authentication, as JSON). */
const CreationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(CredentialName),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});

/** The options for signing a challenge with a passkey. Without credentials, the person chooses one. */
const RequestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(CredentialName),
});

const PasskeyName = lineText(PASSKEY_NAME_MAX, {
  required: fieldTexts.passkeyNameRequired,
  tooLong: fieldTexts.passkeyNameTooLong,
});

const proofErrors = ["RATE_LIMIT_EXCEEDED", "AUTH_PASSKEY_REFUSED"] as const;
const namesPasskey = { thing: "passkey", verdicts: only("own", "NOT_FOUND") } as const;
const params = z.strictObject({ id: id() });

/** For calls needed to download a copy of the data before the account is erased. */
const proof = { ...protection, isOpenWhileErasing: true } as const;

/** The calls by which the signed-in member authenticates again. */
const proofs = {
  prove: call({
    ...proof,
    method: "POST",
    path: "/account/proof",
    limit: guessing,
    body: z.strictObject({
      /** A second-factor code or a recovery code; the password without a second factor. */
      proof: z.string().max(1_000),
    }),
    answers: z.strictObject({}),
    summary: `Shows once more who the caller is, which is good for ${FRESH_FACTOR_MINUTES} minutes of grave actions.`,
  }),
  beginPasskeyProof: call({
    ...proof,
    method: "POST",
    path: "/account/proof/passkey/options",
    answers: RequestOptions,
    summary: "Gives a challenge that one of the caller's passkeys may sign, once, within five minutes.",
  }),
  proveByPasskey: call({
    ...proof,
    method: "POST",
    path: "/account/proof/passkey",
    limit: guessing,
    body: z.strictObject({ passkey: SignedChallenge }),
    answers: z.strictObject({}),
    errors: proofErrors,
    summary: "Shows once more who the caller is, by a passkey.",
  }),
};

/** The caller's passkeys, and signing in with one. */
export const passkeys = {
  ...proofs,
  passkeys: call({
    ...protection,
    method: "GET",
    path: "/account/passkeys",
    answers: z.strictObject({
      passkeys: z.array(
        z.strictObject({
          id: z.uuid(),
          name: z.string(),
          createdAt: instant(),
          lastUsedAt: instant().nullable(),
          /** The counter went back, so the passkey may have been copied: it is no longer accepted. */
          isBlocked: z.boolean(),
          // Absent in answers of the last release.
          addedOn: z.string().nullable().optional(),
          /** Disabled by a recovery: not accepted until the caller re-enables it. */
          isOff: z.boolean().optional(),
        }),
      ),
    }),
    summary: `The caller's passkeys, the oldest first; at most ${PASSKEYS_MAX}.`,
  }),
  beginPasskey: call({
    ...protection,
    method: "POST",
    path: "/account/passkeys/options",
    answers: CreationOptions,
    errors: ["FRESH_FACTOR_REQUIRED", "PASSKEYS_FULL", "RATE_LIMIT_EXCEEDED"],
    summary: "Gives what a browser needs to make a passkey for the caller, once, within five minutes.",
  }),
  addPasskey: call({
    ...protection,
    method: "POST",
    path: "/account/passkeys",
    changes: { caller: "self" },
    body: z.strictObject({ passkey: NewPasskey }),
    answers: z.strictObject({
      id: z.uuid(),
      /** The name suggested by the product, from the device. */
      name: z.string(),
    }),
    errors: ["PASSKEY_NOT_ADDED", "PASSKEYS_FULL", "RATE_LIMIT_EXCEEDED"],
    summary: "Adds the passkey that the browser has made, under the name of the device.",
  }),
  renamePasskey: call({
    ...protection,
    method: "PUT",
    path: "/account/passkeys/:id",
    changes: { caller: "self" },
    names: namesPasskey,
    params,
    body: z.strictObject({ name: PasskeyName }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Gives one of the caller's passkeys another name.",
  }),
  keepPasskey: call({
    ...protection,
    method: "PUT",
    path: "/account/passkeys/:id/kept",
    changes: { caller: "self" },
    names: namesPasskey,
    params,
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Switches a passkey of the caller on again that a recovery has switched off.",
  }),
  removePasskey: call({
    ...protection,
    method: "DELETE",
    path: "/account/passkeys/:id",
    changes: { caller: "self" },
    names: { ...namesPasskey, isUsedUp: true },
    params,
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Removes one of the caller's passkeys, which then opens nothing any more.",
  }),
  beginPasskeySignIn: call({
    ...quietOpenCall,
    isRare: true,
    method: "POST",
    path: "/session/passkey/options",
    limit: perAddress("passkeyChallenges"),
    answers: RequestOptions,
    summary: "Gives a challenge that a passkey may sign to open a session, once, within five minutes.",
  }),
  signInByPasskey: call({
    ...quietOpenCall,
    isRare: true,
    method: "POST",
    path: "/session/passkey",
    // A passkey cannot be guessed, so only the address counts, together with wrong passwords.
    limit: perAddress("signInAddress", { counts: "failures", taken: "handler" }),
    offline: "session",
    body: z.strictObject({ passkey: SignedChallenge, remember: z.boolean() }),
    answers: z.strictObject({ user: SessionUser, wasReactivated: z.boolean() }),
    errors: [
      "AUTH_PASSKEY_REFUSED",
      "PROFILE_NOT_FOUND",
      "PROFILE_UNCLAIMED",
      "AUTH_EMAIL_NOT_CONFIRMED",
      "AUTH_FROZEN",
      "RATE_LIMIT_EXCEEDED",
    ],
    unexpected: "SIGNIN_UNEXPECTED_ERROR",
    summary: "Opens a session by a passkey, in place of the password and the code of a second factor.",
  }),
};
