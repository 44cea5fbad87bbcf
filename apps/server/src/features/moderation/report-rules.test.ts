import { REPORT_REASONS } from "@caramelo/contract/moderation/report-reasons";
import { describe, expect, test } from "vitest";
import { detailsToStore } from "./report-rules.ts";

describe("the details of a report", () => {
  test("[M5.29] are stored with the prefix of the contract, and only for the reason other", () => {
    for (const reason of REPORT_REASONS.slice(0, -1)) {
      expect(detailsToStore(reason, undefined)).toBeNull();
      expect(detailsToStore(reason, "mais palavras")).toBeNull();
    }
    expect(detailsToStore("other", "Pediu dinheiro.")).toBe("Outro: Pediu dinheiro.");
  });
});
