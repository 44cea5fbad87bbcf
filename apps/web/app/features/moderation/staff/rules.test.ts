import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { measureReasons } from "@caramelo/contract/texts/moderation";
import { describe, expect, test } from "vitest";
import type { CaseDetail, Notice, StaffMeasure } from "../queries.ts";
import {
  countText,
  daysOf,
  dueText,
  findMeantPhoto,
  gravestReason,
  isErased,
  isSuspendedForDays,
  listNoticeMeasures,
  markWord,
  mayTakePhoto,
  measureLine,
  personEmail,
  personName,
  readCaseFilter,
  reasonLine,
  reporterName,
  suggestedDays,
  suggestedReason,
} from "./rules.ts";

const read = (query: string) => {
  const { filter, page } = readCaseFilter(new URLSearchParams(query));
  return [filter.label, filter.status, page];
};

describe("the filter of the list", () => {
  test.each([
    ["", ["Pendentes", "pending", 1]],
    ["situacao=analisadas", ["Analisadas", "reviewed", 1]],
    ["situacao=descartadas&pagina=3", ["Descartadas", "dismissed", 3]],
    ["situacao=todas", ["Todas", undefined, 1]],
    ["situacao=outra&pagina=-1", ["Pendentes", "pending", 1]],
    ["pagina=501", ["Pendentes", "pending", 1]],
    ["pagina=1.5", ["Pendentes", "pending", 1]],
  ] as const)('[K2.61] "%s"', (query, expectedPage) => {
    expect(read(query)).toEqual(expectedPage);
  });
});

test("[K2.65] a missing name and a missing address are said in words", () => {
  expect(personName({ name: " " })).toBe("Nome não disponível");
  expect(personEmail({ email: "" })).toBe("Email não disponível");
  expect(personEmail({ email: null })).toBe("Conta excluída");
  expect([isErased({ email: null }), isErased({ email: "" })]).toEqual([true, false]);
  expect(reporterName({ reporter: null, isFlagged: false })).toBe("Formulário público");
});

test("[D5.24] a case that the rules opened says so, next to what members wrote", () => {
  expect(reporterName({ reporter: null, isFlagged: true })).toBe("Regra de segurança");
  expect(reporterName({ reporter: { id: "a", name: "Ana", email: "" }, isFlagged: true })).toBe("Ana");
  expect([markWord({ isFlagged: true }), markWord({ isFlagged: false })]).toEqual(["marcada", "denunciada"]);
  expect(reasonLine({ reasons: [], isFlagged: false })).toBe("Denúncia externa");
  expect(reasonLine({ reasons: ["Assédio"], isFlagged: true })).toBe("Mensagens com sinais de golpe; Assédio");
});

test("counts are exact up to ten thousand", () => {
  expect(countText(1, "denúncia", "denúncias")).toBe("1 denúncia");
  expect(countText(10_000, "denúncia", "denúncias")).toBe("10.000 denúncias");
  expect(countText(10_001, "denúncia", "denúncias")).toBe("10.000+ denúncias");
});

const report = (reason: CaseDetail["reports"][number]["reason"], photoId: string | null = null) =>
  ({ reason, photoId }) as CaseDetail["reports"][number];
const photo = (photoId: string, state: CaseDetail["evidence"]["photos"][number]["state"] = "shown") =>
  ({ photoId, state }) as CaseDetail["evidence"]["photos"][number];

test("the gravest reason of a case comes first into the form", () => {
  const find = (isFlagged: boolean, ...reasons: ReportReason[]) =>
    gravestReason({ isFlagged, reports: reasons.map((reason) => report(reason)) });
  expect(find(false, "spam_or_scam", "underage", "harassment")).toBe("underage");
  expect(find(true, "other", "fake_profile")).toBe("fake_profile");
  expect(find(false)).toBe("inappropriate_photos");
});

test("the form of a case that only the rules opened speaks of fraud, not of a photo", () => {
  expect(suggestedReason({ reports: [], isFlagged: true })).toBe(measureReasons.spam_or_scam);
});

test("the photo that most reports mean is chosen, else the hidden one, else the first", () => {
  const find = (reports: CaseDetail["reports"], photos: CaseDetail["evidence"]["photos"]) =>
    findMeantPhoto({ reports, evidence: { photos, profile: null, messages: [] } });
  const photos = [photo("a"), photo("b", "hidden"), photo("c")];
  const meantReports = [
    report("inappropriate_photos", "c"),
    report("inappropriate_photos", "a"),
    report("inappropriate_photos", "c"),
  ];
  expect(find(meantReports, photos)).toBe("c");
  expect(find([report("other")], photos)).toBe("b");
  expect(find([], [photo("a"), photo("c")])).toBe("a");
  expect(find([], [])).toBeUndefined();
  const afterwards = [photo("a"), photo("b"), photo("c", "taken")];
  expect(find(meantReports, afterwards)).toBe("a");
  expect(find(meantReports, [photo("c", "taken")])).toBeUndefined();
  const evidence = { photos: afterwards, profile: null, messages: [] };
  expect(["a", "c", "x", undefined].map((id) => mayTakePhoto({ evidence }, id))).toEqual([true, false, false, false]);
});

test("what a notice names comes first among what can be done about it", () => {
  const list = (namedThing: Notice["named"], email: string | null = "bia@caramelo.example") =>
    listNoticeMeasures({ named: namedThing, member: { id: "bia", name: "Bia", email } }).map(({ value }) => value);
  expect(list("photo")).toEqual(["photo", "suspension", "none"]);
  expect(list("profile")).toEqual(["suspension", "none"]);
  expect(list("gone photo")).toEqual(["none", "suspension"]);
  expect(list("nothing")).toEqual(["none"]);
  // An erased account cannot be suspended.
  expect(list("photo", null)).toEqual(["photo", "none"]);
  expect(list("profile", null)).toEqual(["none"]);
  const [first] = listNoticeMeasures({ named: "photo", member: null });
  expect(first?.label).toBe("Retirar a foto");
});

test("[D5.02] a suspension begins with seven days, and for a minor without an end", () => {
  const member = { status: "active", measures: [] as StaffMeasure[] } as CaseDetail["member"];
  const find = (...reports: CaseDetail["reports"]) => suggestedDays({ reports, member, isFlagged: false });
  expect(find(report("harassment"))).toBe("7");
  expect(find(report("harassment"), report("underage"))).toBe("sem");
});

test("[T11] a suspension of days may be replaced by one without an end", () => {
  const measures = [{ until: "2026-12-01T00:00:00.000Z", endedAt: null }] as StaffMeasure[];
  const suspended = { status: "suspended", measures } as CaseDetail["member"];
  expect(isSuspendedForDays(suspended)).toBe(true);
  expect(suggestedDays({ reports: [report("harassment")], member: suspended, isFlagged: false })).toBe("sem");
  expect(isSuspendedForDays({ ...suspended, status: "banned" })).toBe(false);
  expect(isSuspendedForDays({ ...suspended, measures: [] })).toBe(false);
  const withoutEnd = measures.map((measure) => ({ ...measure, until: null }));
  const lifted = measures.map((measure) => ({ ...measure, endedAt: "2026-11-25T00:00:00.000Z" }));
  expect(isSuspendedForDays({ ...suspended, measures: withoutEnd })).toBe(false);
  expect(isSuspendedForDays({ ...suspended, measures: lifted })).toBe(false);
});

test("a length of a suspension is a number of days, or none", () => {
  expect(["1", "7", "30", "90", "sem"].map(daysOf)).toEqual([1, 7, 30, 90, undefined]);
});

test("a measure is one line with its outcome", () => {
  const measure = { kind: "warning", takenBy: "Eva", endedAt: null, appeal: null } as StaffMeasure;
  const decided = (isGranted: boolean) => ({ text: "x", at: "x", decision: { isGranted, answer: "x", at: "x" } });
  expect(measureLine(measure)).toBe("Advertência, por Eva");
  expect(measureLine({ ...measure, kind: "suspension", endedAt: "x" })).toBe("Conta suspensa, por Eva, encerrada");
  expect(measureLine({ ...measure, appeal: { text: "x", at: "x", decision: null } })).toBe(
    "Advertência, por Eva, com recurso em análise",
  );
  expect(measureLine({ ...measure, appeal: decided(true) })).toBe("Advertência, por Eva, desfeita por recurso");
  expect(measureLine({ ...measure, takenBy: null, appeal: decided(false) })).toBe("Advertência, recurso negado");
  const review = { ...measure, kind: "under_review" as const, takenBy: null };
  const answeredReview = { ...review, appeal: { text: "x", at: "x", decision: null } };
  expect(measureLine(answeredReview)).toBe("Oculto até a análise, com resposta do membro");
  expect(measureLine({ ...answeredReview, endedAt: "x" })).toBe("Oculto até a análise, encerrada");
  expect(measureLine({ ...measure, endedAt: "x", appeal: decided(true) })).toBe(
    "Advertência, por Eva, desfeita por recurso",
  );
});

test("the clock of a notice says how long is left, or how late it is", () => {
  const now = Date.parse("2026-11-23T12:00:00Z");
  expect(dueText("2026-11-24T11:30:00Z", now)).toEqual({ text: "Faltam 23 h 30 min", isLate: false });
  expect(dueText("2026-11-23T12:05:00Z", now)).toEqual({ text: "Faltam 5 min", isLate: false });
  expect(dueText("2026-11-23T12:00:00Z", now)).toEqual({ text: "Atrasado há 0 min", isLate: true });
  expect(dueText("2026-11-23T10:45:00Z", now)).toEqual({ text: "Atrasado há 1 h 15 min", isLate: true });
});
