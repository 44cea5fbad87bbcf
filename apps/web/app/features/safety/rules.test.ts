import { REPORT_REASONS } from "@caramelo/contract/limits";
import { safety } from "@caramelo/contract/safety";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findReportFaults, reportFailureText } from "./rules.ts";

test("a report needs a reason", () => {
  expect(findReportFaults({ reason: undefined, details: "" })).toEqual({ reason: "Escolha um motivo" });
});

test.each(REPORT_REASONS.filter((reason) => reason !== "Outro"))("%j needs no words", (reason) => {
  expect(findReportFaults({ reason, details: "" })).toEqual({});
});

test("another reason needs words of one's own, 500 characters at most", () => {
  expect(findReportFaults({ reason: "Outro", details: "  \n " })).toEqual({ details: "Conte o que aconteceu" });
  expect(findReportFaults({ reason: "Outro", details: "é".repeat(500) })).toEqual({});
  expect(findReportFaults({ reason: "Outro", details: "é".repeat(501) })).toEqual({
    details: "Use no máximo 500 caracteres",
  });
});

test("the browser and the server judge those words alike", () => {
  const words = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("a".repeat(500), "a".repeat(501), " \n "));
  fc.assert(
    fc.property(words, (details) => {
      const body = { memberId: "00000000-0000-7000-8000-000000000000", reason: "Outro" as const, details };
      const verdict = safety.report.body.safeParse(body);
      const fault = findReportFaults(body).details;
      if (verdict.success || fault) expect(verdict.success).toBe(fault === undefined);
    }),
  );
});

test("[M8.30] a failed report says that it failed, then why", () => {
  expect(reportFailureText("Problema.")).toBe("Erro ao enviar denúncia: Problema.");
});
