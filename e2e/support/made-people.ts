import { randomBytes } from "node:crypto";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { addLedgerEntry } from "../../apps/server/src/features/billing/queries.ts";
import { addPhotoObjects, addPhotos } from "../../apps/server/src/features/photos/queries.ts";
import { addPulses } from "../../apps/server/src/features/presence/queries.ts";
import { refreshTiers } from "../../apps/server/src/features/profiles/queries.ts";
import { type Db, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { photoFileName, photoKey } from "../../apps/server/src/platform/photo-name-rules.ts";
import { openLocalStorage } from "../../apps/server/src/platform/storage/storage.ts";
import { hidePair } from "../../apps/server/src/testing/pairs.ts";
import { makeMember } from "../../apps/server/src/testing/people.ts";
import { photoFiles } from "./people.ts";

type Overrides = NonNullable<Parameters<typeof makeMember>[1]>;
export type MadePerson = Awaited<ReturnType<typeof makeMember>> & { name: string };

/** Puts people where the product will find them, without the slow way through its screens. */
export type Maker = {
  db: Db;
  /** A member with two photos. */
  member(overrides: Overrides & { name: string }): Promise<MadePerson>;
  /** A member without photos: quicker, for crowds. */
  account(overrides: Overrides & { name: string }): Promise<MadePerson>;
  /** A paid place for a month. */
  highlight(memberId: string): Promise<void>;
  /** Premium for a month. */
  premium(memberId: string): Promise<void>;
  /** A sign of life at that time. */
  seen(memberId: string, at: Date): Promise<void>;
  /** Neither ever meets the other again. */
  hide(oneId: string, otherId: string): Promise<void>;
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
  const account: Maker["account"] = async (overrides) => ({
    ...(await makeMember(db, overrides)),
    name: overrides.name,
  });
  return {
    db,
    close,
    account,
    member: async (overrides) => {
      const person = await account(overrides);
      await addPortraits(db, storage, person.id);
      return person;
    },
    grant: (memberId, granted) => addPurchase(db, { memberId, ...granted }),
    highlight: (memberId) => addPaidPlace(db, { memberId, highlightedUntil: inAMonth() }),
    premium: (memberId) => addPaidPlace(db, { memberId, premiumUntil: inAMonth() }),
    seen: (memberId, at) => addPulses(db, [{ memberId, at }]),
    hide: (oneId, otherId) => hidePair(db, oneId, otherId),
  };
}

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000);

type Granted = {
  memberId: string;
  tokens?: number;
  conversations?: number;
  premiumUntil?: Date;
  highlightedUntil?: Date;
};

function addPurchase(db: Db, granted: Granted): Promise<void> {
  const [now, providerObjectId] = [new Date(), randomBytes(8).toString("hex")];
  const entry = { id: uuidv7(now), kind: "purchase" as const, provider: "journey", providerObjectId, writtenAt: now };
  return addLedgerEntry(db, { ...entry, ...granted });
}

async function addPaidPlace(db: Db, granted: Granted): Promise<void> {
  await addPurchase(db, granted);
  await refreshTiers(db, [granted.memberId], new Date());
}

const SIZES = [320, 960, 1920];
const drawn = new Map<string, Promise<Buffer>>();

/** One size of a photo; each is made once. */
function drawPhoto(file: string, size: number): Promise<Buffer> {
  const made =
    drawn.get(`${file} ${size}`) ?? sharp(file).rotate().resize(size, size, { fit: "inside" }).webp().toBuffer();
  drawn.set(`${file} ${size}`, made);
  return made;
}

async function addPortraits(db: Db, storage: ReturnType<typeof openLocalStorage>, memberId: string): Promise<void> {
  const now = new Date();
  for (const [position, file] of photoFiles.entries()) {
    const fileName = photoFileName(memberId, now, randomBytes(16).toString("hex"));
    await addPhotoObjects(db, [fileName], now);
    for (const size of SIZES) await storage.put(photoKey(fileName, size), await drawPhoto(file, size));
    const facts = { width: 1440, height: 1920, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI", createdAt: now };
    await addPhotos(db, [{ id: uuidv7(now), memberId, fileName, position, ...facts }]);
  }
}

type Credentials = Pick<MadePerson, "email" | "password">;

/** Signs in without the form, at the product of this origin. */
export async function enter(page: Page, { email, password }: Credentials, origin: string): Promise<void> {
  const reply = await page.context().request.post(`${origin}/api/session`, {
    data: { email, password, remember: false },
    headers: { origin },
  });
  expect(reply.status()).toBe(200);
}
