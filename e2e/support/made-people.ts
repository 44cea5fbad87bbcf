import { randomBytes } from "node:crypto";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { addLedgerEntry } from "../../apps/server/src/features/billing/queries.ts";
import { addPhotoObjects, addPhotos } from "../../apps/server/src/features/photos/queries.ts";
import { photoFileName, photoKey } from "../../apps/server/src/features/photos/rules.ts";
import { type Db, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { openLocalStorage } from "../../apps/server/src/platform/storage/storage.ts";
import { makeMember } from "../../apps/server/src/testing/people.ts";
import { photoFiles } from "./people.ts";

type Overrides = NonNullable<Parameters<typeof makeMember>[1]>;
export type MadePerson = Awaited<ReturnType<typeof makeMember>> & { name: string };

/** Puts people where the product will find them, without the slow way through its screens. */
export type Maker = {
  db: Db;
  /** A member with two photos. */
  member(overrides: Overrides & { name: string }): Promise<MadePerson>;
  /** Tokens and conversations, as a purchase would grant them. */
  grant(memberId: string, granted: { tokens: number; conversations: number }): Promise<void>;
  close(): Promise<void>;
};

type Place = { databaseUrl: string; dataDir: string };

/** The product that all journeys share. */
export function sharedPlace(): Place {
  const { E2E_DATABASE_URL: databaseUrl = "", E2E_DATA_DIR: dataDir = "" } = process.env;
  return { databaseUrl, dataDir };
}

export function openMaker({ databaseUrl, dataDir }: Place): Maker {
  const { db, close } = openDatabase({ connectionString: databaseUrl }, { max: 2 });
  const storage = openLocalStorage(path.join(dataDir, "storage"));
  return {
    db,
    close,
    member: async (overrides) => {
      const person = await makeMember(db, overrides);
      await addPortraits(db, storage, person.id);
      return { ...person, name: overrides.name };
    },
    grant: (memberId, granted) =>
      addLedgerEntry(db, {
        id: uuidv7(new Date()),
        memberId,
        kind: "purchase",
        provider: "journey",
        providerObjectId: randomBytes(8).toString("hex"),
        writtenAt: new Date(),
        ...granted,
      }),
  };
}

async function addPortraits(db: Db, storage: ReturnType<typeof openLocalStorage>, memberId: string): Promise<void> {
  const now = new Date();
  for (const [position, file] of photoFiles.entries()) {
    const fileName = photoFileName(memberId, now, randomBytes(16).toString("hex"));
    await addPhotoObjects(db, [fileName], now);
    for (const size of [320, 960, 1920]) {
      await storage.put(
        photoKey(fileName, size),
        await sharp(file).rotate().resize(size, size, { fit: "inside" }).webp().toBuffer(),
      );
    }
    const facts = { width: 1440, height: 1920, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI", createdAt: now };
    await addPhotos(db, [{ id: uuidv7(now), memberId, fileName, position, ...facts }]);
  }
}

/** Signs in without the form. */
export async function enter(page: Page, { email, password }: Pick<MadePerson, "email" | "password">): Promise<void> {
  const reply = await page.request.post("/api/session", {
    data: { email, password, remember: false },
    headers: { origin: new URL(process.env.E2E_BASE_URL ?? "").origin },
  });
  expect(reply.status()).toBe(200);
}
