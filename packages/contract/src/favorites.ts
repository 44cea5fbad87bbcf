import * as z from "zod";
import { call, id } from "./call.ts";

const params = z.strictObject({ id: id() });

export const favorites = {
  add: call({
    method: "PUT",
    path: "/favorites/:id",
    access: "member",
    params,
    answers: z.strictObject({ isFavorite: z.boolean(), isMatch: z.boolean() }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Keeps an active member of the opposite side as a favourite; doing it again changes nothing.",
  }),
  remove: call({
    method: "DELETE",
    path: "/favorites/:id",
    access: "member",
    params,
    answers: z.strictObject({ isFavorite: z.boolean() }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Gives up a favourite; without one it changes nothing.",
  }),
};
