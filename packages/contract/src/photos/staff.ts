import * as z from "zod";
import { call, id } from "../call/call.ts";
import { officeCall } from "../call/common-calls.ts";
import { ofMembers } from "../call/names.ts";
import { OwnPhoto } from "../profiles/calls.ts";

const params = z.strictObject({ id: id() });
const photos = z.strictObject({ photos: z.array(OwnPhoto) });
// Staff have no photos.
const names = { thing: "photo", verdicts: ofMembers() } as const;

export const staffPhotos = {
  staffRemovePhoto: call({
    ...officeCall,
    method: "DELETE",
    path: "/admin/photos/:id",
    permission: "editMembers",
    changes: { named: "self" },
    names: { ...names, isUsedUp: true },
    params,
    answers: photos,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Removes a member's photo for good, also one of the last two; the member gets a mail.",
  }),
  staffSetMainPhoto: call({
    ...officeCall,
    method: "PUT",
    path: "/admin/photos/:id/main",
    permission: "editMembers",
    changes: { named: "self" },
    names,
    params,
    answers: photos,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Makes a photo the profile photo of its member, who gets a mail.",
  }),
};
