import { describe, expect, test } from "vitest";
import type { AnyPerson, AnyTables } from "../../platform/inventory.ts";
import { isByAddress, listSteps, orderTables, stepAfter, takesAddress } from "./step-rules.ts";

const holder = (by: AnyPerson["by"], onErasure: AnyPerson["onErasure"] = { does: "delete" }): AnyPerson => ({
  by,
  as: "holder",
  onErasure,
});
const nothing = new Set<string>();
const namesOf = (tables: AnyTables, swept = nothing) => listSteps(tables, [], swept).map(({ name }) => name);

describe("the tables of an erasure", () => {
  test("come before those to which they refer, and otherwise by name", () => {
    const references = [
      { from: "photo", to: "album" },
      { from: "album", to: "owner" },
    ];
    expect(orderTables(["owner", "zebra", "album", "photo", "apple"], references)).toEqual([
      "apple",
      "photo",
      "album",
      "owner",
      "zebra",
    ]);
  });

  test("may refer to themselves, and to tables that are not among them", () => {
    const references = [
      { from: "message", to: "message" },
      { from: "message", to: "elsewhere" },
      { from: "elsewhere", to: "message" },
    ];
    expect(orderTables(["message"], references)).toEqual(["message"]);
  });

  test("may not refer to each other in a circle", () => {
    const circle = [
      { from: "a", to: "b" },
      { from: "b", to: "a" },
    ];
    expect(() => orderTables(["a", "b"], circle)).toThrow("in a circle: a, b");
  });
});

describe("[T53] the steps of an erasure", () => {
  test("are one for each person of whom something is deleted or anonymised, and none for what is kept", () => {
    const tables: AnyTables = {
      favorite: { people: [holder({ id: "memberId" }), { ...holder({ id: "favoriteId" }), as: "counterpart" }] },
      ledger: { people: [holder({ id: "memberId" }, { does: "keep", until: "never" })] },
      member: { people: [holder({ id: "id" }, { does: "anonymise", set: { email: "placeholder" } })] },
    };
    const steps = listSteps(tables, [], nothing);
    expect(steps.map(({ name, table, does }) => ({ name, table, does }))).toEqual([
      { name: "favorite by memberId", table: "favorite", does: "delete" },
      { name: "favorite by favoriteId", table: "favorite", does: "delete" },
      { name: "member by id", table: "member", does: "anonymise" },
    ]);
  });

  test("go through a table before those to which the database says that it refers", () => {
    const tables: AnyTables = {
      album: { people: [holder({ id: "ownerId" })] },
      photo: { people: [holder({ id: "memberId" })] },
    };
    const names = listSteps(tables, [{ from: "photo", to: "album" }], nothing).map(({ name }) => name);
    expect(names).toEqual(["photo by memberId", "album by ownerId"]);
  });

  test("release what the counterpart keeps before the rows that lead to it are deleted", () => {
    const keptHolder = holder({ id: "otherId" }, { does: "keep", until: "counterpart" });
    const tables = {
      conversation: { people: [holder({ id: "ownerId" }), { ...keptHolder, as: "counterpart" as const }] },
    };
    expect(listSteps(tables, [], nothing).map(({ name, does }) => [name, does])).toEqual([
      ["conversation by otherId", "release"],
      ["conversation by ownerId", "delete"],
    ]);
  });

  test("leave alone what staff wrote, and rows that stand for files", () => {
    const tables: AnyTables = {
      measure: { people: [{ ...holder({ id: "takenBy" }), as: "staff" }] },
      photoObject: { people: [holder({ prefix: "fileName" })] },
    };
    expect(namesOf(tables, new Set(["photoObject"]))).toEqual([]);
  });

  test("process a row before the row that leads to it, and the member last", () => {
    const tables: AnyTables = {
      challenge: { people: [holder({ row: "sessionId", of: "alpha" })] },
      member: { people: [holder({ id: "id" }, { does: "anonymise" })] },
      alpha: { people: [holder({ id: "memberId" })] },
      zulu: { people: [holder({ email: "recipient" })] },
    };
    expect(namesOf(tables)).toEqual([
      "challenge by sessionId",
      "alpha by memberId",
      "zulu by recipient",
      "member by id",
    ]);
  });
});

describe("[T53] the address of a member", () => {
  const steps = listSteps(
    {
      mail: { people: [holder({ email: "recipient", unless: "memberId" })] },
      member: { people: [holder({ id: "id" }, { does: "anonymise" })] },
      session: { people: [holder({ id: "memberId" })] },
    },
    [],
    nothing,
  );

  test("finds the rows of some steps, and the last step removes it", () => {
    expect(steps.map((step) => [step.name, isByAddress(step), takesAddress(step)])).toEqual([
      ["mail by recipient", true, false],
      ["session by memberId", false, false],
      ["member by id", false, true],
    ]);
  });
});

describe("[T53] the next step", () => {
  const steps = listSteps({ a: { people: [holder({ id: "x" })] }, b: { people: [holder({ id: "y" })] } }, [], nothing);

  test("is the one after what is done, and there is none after the last", () => {
    expect(stepAfter(steps, null)?.name).toBe("a by x");
    expect(stepAfter(steps, "a by x")?.name).toBe("b by y");
    expect(stepAfter(steps, "b by y")).toBeUndefined();
  });

  test("is the first again when the done one no longer exists", () => {
    expect(stepAfter(steps, "gone by z")?.name).toBe("a by x");
  });
});
