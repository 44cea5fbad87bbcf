import * as z from "zod";
import { call, id } from "../call/call.ts";
import { officeCall } from "../call/common-calls.ts";
import { ofMembers } from "../call/names.ts";
import { OwnPhoto } from "../profiles/calls.ts";

const photoCall = {
  ...officeCall,
  permission: "editMembers",
  changes: { named: "self" },
  // Staff have no photos.
  names: { thing: "photo", verdicts: ofMembers() },
  params: z.strictObject({ id: id() }),
  answers: z.strictObject({ photos: z.array(OwnPhoto) }),
  errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
} as const;

export const staffPhotos = {
  staffRemovePhoto: call({
    ...photoCall,
    method: "DELETE",
    path: "/admin/photos/:id",
    names: { ...photoCall.names, isUsedUp: true },
    summary: "Removes a member's photo for good, also one of the last two; the member gets a mail.",
  }),
  staffSetMainPhoto: call({
    ...photoCall,
    method: "PUT",
    path: "/admin/photos/:id/main",
    summary: "Makes a photo the profile photo of its member, who gets a mail.",
  }),
};
