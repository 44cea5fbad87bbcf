import type { AnyCall } from "@caramelo/contract/call/call";
import type { Relation, Thing } from "@caramelo/contract/call/names";
import type { Actors } from "./actors.ts";
import { listNamingKeys, sampleInput, sendInput } from "./sample-input.ts";

type Ids = (actors: Actors, relation: Relation) => string[];

/**
 * The ids or secrets of each kind of thing that a call may name. A call that names a single thing gets the last one.
 */
const IDS: Record<Exclude<Thing, "photo link">, Ids> = {
  member: ({ things }, relation) => [things[relation].id],
  // Staff have no photos, so ids that do not exist are tried.
  photo: ({ things }, relation) => {
    const { photoIds } = things[relation];
    return photoIds.length > 0 ? photoIds : things.missing.photoIds;
  },
  notification: ({ notificationIds }, relation) => [notificationIds[relation]],
  session: ({ things }, relation) => [things[relation].sessionId],
  passkey: ({ things }, relation) => [things[relation].passkeyId],
  "push endpoint": ({ things }, relation) => [things[relation].endpoint],
  // Nobody else gets the mail with a recovery token, so for the other relations a token of another kind is tried.
  "recovery token": ({ things }, relation) => {
    const { recoveryToken, confirmationToken } = things[relation];
    return [relation === "own" ? recoveryToken : confirmationToken];
  },
  "sign-in alert token": ({ things }, relation) => {
    const { alertToken, confirmationToken } = things[relation];
    return [relation === "own" ? alertToken : confirmationToken];
  },
  "confirmation token": ({ things }, relation) => {
    const { recoveryToken, confirmationToken } = things[relation];
    return [relation === "own" ? confirmationToken : recoveryToken];
  },
  measure: ({ things }, relation) => [things[relation].measureId],
  // Nobody else gets the mail with the token, so for the other relations a token of another kind is tried.
  "appeal token": ({ things }, relation) => {
    const { appealToken, confirmationToken } = things[relation];
    return [relation === "own" ? appealToken : confirmationToken];
  },
  appeal: ({ things }, relation) => [things[relation].appealId],
  case: ({ things }, relation) => [things[relation].caseId],
  notice: ({ things }, relation) => [things[relation].noticeId],
  // Only the reader of the named mailbox has the token, so for the other relations a token of another kind is tried.
  "notice token": ({ things }, relation) => {
    const { noticeToken, confirmationToken } = things[relation];
    return [relation === "own" ? noticeToken : confirmationToken];
  },
  // Nobody who can make a call has a managed profile, so tokens of another kind are tried.
  "claim token": ({ things }, relation) => [things[relation].confirmationToken],
  order: ({ things }, relation) => [things[relation].orderId],
  withdrawal: ({ things }, relation) => [things[relation].withdrawalId],
  "sandbox payment": ({ things }, relation) => [things[relation].paymentToken],
  "pix charge": ({ things }, relation) => [things[relation].chargeToken],
  verification: ({ things }, relation) => [things[relation].verificationId],
  mail: ({ things }, relation) => [things[relation].mailId],
};

/** Makes a call that names a thing of this relation to the caller. */
export function nameThing(call: AnyCall, thing: Thing, actors: Actors, relation: Relation): Promise<Response> {
  if (thing === "photo link") return readPhotoLink(actors, relation);
  const ids = IDS[thing](actors, relation);
  const input = sampleInput(call);
  for (const key of listNamingKeys(call)) {
    // Several ids are sent in reverse order, so that the call can change something.
    const value = key === "ids" ? [...ids].reverse() : ids.at(-1);
    for (const part of [input.params, input.query, input.body]) if (part && key in part) part[key] = value;
  }
  return sendInput(actors.browser.raw, call, input);
}

function readPhotoLink({ browser, things }: Actors, relation: Relation): Promise<Response> {
  const { photoLink } = things[relation];
  // The caller has no link to a stranger's photo, and can only forge one with the signature of another link.
  const forged = photoLink.replace(/s=.*/, things.counterpart.photoLink.replace(/.*(?=s=)/, ""));
  return browser.raw(relation === "stranger" ? forged : photoLink || things.missing.photoLink);
}
