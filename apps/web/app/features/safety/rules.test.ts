import { memberModeration } from "@caramelo/contract/moderation/calls";
import { REPORT_REASONS } from "@caramelo/contract/moderation/report-reasons";
import { expect, test } from "vitest";
import { changeValues, rejectSubmit, startForm } from "~/ui/forms/form-rules.ts";
import { fc } from "../../../../../testing/properties.ts";
import { findReportErrors, type ReportForm, recheckReport, reportFailureText } from "./rules.ts";

test("a report needs a reason", () => {
  expect(findReportErrors({ reason: undefined, details: "" })).toEqual({ reason: "Escolha um motivo" });
});

test.each(REPORT_REASONS.filter((reason) => reason !== "other"))("a report for %j needs no details", (reason) => {
  expect(findReportErrors({ reason, details: "" })).toEqual({});
});

test("a report for another reason needs details of 500 characters at most", () => {
  expect(findReportErrors({ reason: "other", details: "  \n " })).toEqual({ details: "Conte o que aconteceu" });
  expect(findReportErrors({ reason: "other", details: "é".repeat(500) })).toEqual({});
  expect(findReportErrors({ reason: "other", details: "é".repeat(501) })).toEqual({
    details: "Use no máximo 500 caracteres",
  });
});

test("details are valid in the browser exactly when they are valid for the server", () => {
  const words = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("a".repeat(500), "a".repeat(501), " \n "));
  fc.assert(
    fc.property(words, (details) => {
      const body = { memberId: "00000000-0000-7000-8000-000000000000", reason: "other" as const, details };
      const verdict = memberModeration.report.body.safeParse(body);
      const error = findReportErrors(body).details;
      if (verdict.success || error) expect(verdict.success).toBe(error === undefined);
    }),
  );
});

test("a reason that asks for details says nothing of them until they were typed, or left empty at a submit", () => {
  const rules = { validate: findReportErrors, recheck: recheckReport };
  const start: ReportForm = { reason: undefined, details: "", photoLink: "" };
  const refusedForm = rejectSubmit(startForm(start), findReportErrors(start), { values: start });
  const chosenForm = changeValues(refusedForm, { ...start, reason: "other" }, ["reason"], rules);
  expect(chosenForm.errors).toEqual({});
  const typedForm = changeValues(chosenForm, { reason: "other", details: "é".repeat(501) }, ["details"], rules);
  expect(typedForm.errors).toEqual({ details: "Use no máximo 500 caracteres" });
  const submitted = rejectSubmit(chosenForm, findReportErrors(chosenForm.values), { values: chosenForm.values });
  expect(submitted.errors).toEqual({ details: "Conte o que aconteceu" });
});

test("[M8.30] a failed report says that it failed, then why", () => {
  expect(reportFailureText("Problema.")).toBe("Erro ao enviar denúncia: Problema.");
});
