import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { type MemberRow, readShown, recordOf } from "./record-rules.ts";

const moment = fc.option(fc.integer({ min: 1, max: 4_102_444_800_000 }));
const photo = fc.record({
  photoName: fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 }),
  width: fc.integer({ min: 1, max: 10_000 }),
  height: fc.integer({ min: 1, max: 10_000 }),
  thumbhash: fc.base64String({ minLength: 4, maxLength: 40 }),
});
const noPhoto = fc.constant({ photoName: null, width: null, height: null, thumbhash: null });

const row: fc.Arbitrary<MemberRow> = fc
  .tuple(
    fc.record({
      id: fc.uuid(),
      group: fc.nat({ max: 2 }),
      tier: fc.nat({ max: 3 }),
      key: fc.nat(),
      birthDay: fc.integer(),
      cityId: fc.nat(),
      isEverywhere: fc.boolean(),
      marks: fc.nat({ max: 1 }),
      joinedAt: moment,
      activeAt: moment,
      hasLeft: fc.boolean(),
      hidesPresence: fc.boolean(),
      name: fc.string({ unit: "grapheme", minLength: 1 }),
      isManaged: fc.boolean(),
      isDemo: fc.boolean(),
      highlightedUntil: moment,
      premiumUntil: fc.oneof(moment, fc.constant(Number.POSITIVE_INFINITY)),
      availableFrom: moment,
      availableUntil: moment,
    }),
    fc.oneof(photo, noPhoto),
  )
  .map(([facts, its]) => ({ ...facts, ...its }));

test("what others see of a member comes back from the index as the database answered it", () => {
  fc.assert(
    fc.property(row, (generatedRow) => {
      const record = recordOf(generatedRow);
      const { premiumUntil, ...shownFacts } = readShown(record.text);
      expect(record).toMatchObject({
        id: generatedRow.id,
        joinedAt: generatedRow.joinedAt ?? 0,
        activeAt: generatedRow.activeAt ?? 0,
      });
      expect(shownFacts).toEqual({
        name: generatedRow.name,
        isManaged: generatedRow.isManaged,
        isDemo: generatedRow.isDemo,
        highlightedUntil: generatedRow.highlightedUntil ?? 0,
        availableFrom: generatedRow.availableFrom ?? 0,
        availableUntil: generatedRow.availableUntil ?? 0,
        photo:
          generatedRow.photoName === null
            ? undefined
            : {
                name: generatedRow.photoName,
                width: generatedRow.width,
                height: generatedRow.height,
                thumbhash: generatedRow.thumbhash,
              },
      });
      // An infinite end becomes a finite one that is longer than anybody lives.
      if (generatedRow.premiumUntil === Number.POSITIVE_INFINITY)
        expect(premiumUntil).toBeGreaterThan(Date.UTC(9999, 0));
      else expect(premiumUntil).toBe(generatedRow.premiumUntil ?? 0);
    }),
  );
});

test("the text of an ordinary member is short", () => {
  const member: MemberRow = {
    id: "",
    group: 0,
    tier: 2,
    key: 0,
    birthDay: 0,
    cityId: 0,
    isEverywhere: false,
    marks: 0,
    joinedAt: 1,
    activeAt: 1,
    hasLeft: false,
    hidesPresence: false,
    name: "Ana Beatriz",
    isManaged: false,
    isDemo: false,
    premiumUntil: null,
    highlightedUntil: null,
    availableFrom: null,
    availableUntil: null,
    photoName: "c4ca4238a0b923820dcc509a6f75849b",
    width: 1_440,
    height: 1_920,
    thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  };
  expect(recordOf(member).text.length).toBeLessThan(90);
});
