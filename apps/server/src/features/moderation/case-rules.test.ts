import { expect, test } from "vitest";
import { photoState, presentCase, readKeptProfile } from "./case-rules.ts";
import type { CaseRow } from "./queries/staff-cases.ts";

const ROW: CaseRow = {
  ...{ id: "case", status: "pending", severity: 2, openedAt: new Date(0), reviewedAt: null, reviewedBy: null },
  ...{ reportCount: 2, isHidden: false, isFlagged: true, reasons: ["harassment", "Outro: Pediu dinheiro."] },
  ...{ reportedId: "bia", reportedName: "Bia", reportedEmail: "bia@caramelo.example" },
  ...{ reporterId: "ana", reporterName: "Ana", reporterEmail: "ana@caramelo.example" },
};

test("a case shows whom it is about, who reported last, and reasons in words", () => {
  const {
    reportedId,
    reportedName,
    reportedEmail: _,
    reporterId,
    reporterName,
    reporterEmail: _1,
    ...sharedFields
  } = ROW;
  const shownCase = {
    ...sharedFields,
    noticeCount: 3,
    reasons: ["Assédio", "Outro: Pediu dinheiro."],
    reported: { id: reportedId, name: reportedName, email: "b•••@caramelo.example" },
    reporter: { id: reporterId, name: reporterName, email: "a•••@caramelo.example" },
  };
  expect(presentCase(ROW, 3)).toEqual(shownCase);
  expect(presentCase({ ...ROW, reporterId: null }, 3)).toEqual({ ...shownCase, reporter: null });
  // An erased account has only its id left.
  const erasedCase = presentCase({ ...ROW, reporterName: null, reportedName: null }, 3);
  expect(erasedCase.reporter).toEqual({ id: reporterId, name: "Usuário removido", email: null });
  expect(erasedCase.reported).toEqual({ id: reportedId, name: "Usuário removido", email: null });
});

test("the words of a profile are kept, or their evidence has run out", () => {
  const facts = { name: "Bia", bornOn: null, cityId: 1 };
  expect(readKeptProfile(facts)).toEqual(facts);
  for (const nothing of [undefined, null]) expect(readKeptProfile(nothing)).toBeUndefined();
});

test("a kept photo was taken, is in sight, hidden, or removed by its member", () => {
  const inSight = { shownId: "photo", hiddenId: null, isTaken: false };
  expect(photoState(inSight)).toBe("shown");
  expect(photoState({ ...inSight, isTaken: true })).toBe("taken");
  expect(photoState({ ...inSight, shownId: null, hiddenId: "photo" })).toBe("hidden");
  expect(photoState({ ...inSight, shownId: null })).toBe("removed");
});
