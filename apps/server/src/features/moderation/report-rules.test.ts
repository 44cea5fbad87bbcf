import { REPORT_REASONS } from "@caramelo/contract/moderation/report-reasons";
import { describe, expect, test } from "vitest";
import { detailsToStore, isSerialFalse, mayHide } from "./report-rules.ts";

describe("the details of a report", () => {
  test("[M5.29] are stored with the prefix of the contract, and only for the reason other", () => {
    for (const reason of REPORT_REASONS.slice(0, -1)) {
      expect(detailsToStore(reason, undefined)).toBeNull();
      expect(detailsToStore(reason, "mais palavras")).toBeNull();
    }
    expect(detailsToStore("other", "Pediu dinheiro.")).toBe("Outro: Pediu dinheiro.");
    expect(detailsToStore("other", undefined)).toBeNull();
  });
});

test("[D5.02] only what shows a minor or a photo may hide something before the staff has looked", () => {
  expect(REPORT_REASONS.filter(mayHide).toSorted()).toEqual(["inappropriate_photos", "underage"]);
});

test("[T63] a member without a closed report is no serial false reporter", () => {
  expect(isSerialFalse(undefined)).toBe(false);
});
