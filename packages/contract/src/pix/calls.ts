import * as z from "zod";
import { Product } from "../billing/calls.ts";
import { call, instant } from "../call/call.ts";
import { quietOpenCall } from "../call/common-calls.ts";
import { anyone } from "../call/limit-policy.ts";
import { all } from "../call/names.ts";

/** The payment page of a Pix received by the operator's bank or payment company. */
export const pix = {
  charge: call({
    ...quietOpenCall,
    method: "GET",
    path: "/pix/charges/:token",
    isRare: true,
    limit: anyone,
    // Anyone with the address of a payment page may pay, as at other payment companies.
    names: { thing: "pix charge", verdicts: { ...all("ok"), missing: "NOT_FOUND" }, staff: { own: "NOT_FOUND" } },
    /** The secret in the page's address, which reveals nothing about the order or its buyer. */
    params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
    answers: z.strictObject({
      product: Product,
      centavos: z.int(),
      state: z.enum(["pending", "paid", "expired"]),
      expiresAt: instant(),
      /** The text of the QR code; null if nothing is left to pay. */
      code: z.string().nullable(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "A Pix to pay, for its payment page: what, how much, until when, its code, and whether it was paid.",
  }),
};
