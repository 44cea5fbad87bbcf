import { randomBytes } from "node:crypto";
import path from "node:path";
import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { refreshTiers } from "../../apps/server/src/base/money/commands.ts";
import { addLedgerEntry } from "../../apps/server/src/base/money/ledger-queries.ts";
import { addPhotoObjects } from "../../apps/server/src/features/photos/object-queries.ts";
import { addPhotos } from "../../apps/server/src/features/photos/queries.ts";
import { addPings } from "../../apps/server/src/features/presence/queries.ts";
import { type Db, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { randomId, uuidv7 } from "../../apps/server/src/platform/ids.ts";
import { photoFileName, photoKey } from "../../apps/server/src/platform/storage/key-rules.ts";
import { openLocalStorage } from "../../apps/server/src/platform/storage/storage.ts";
import { hash } from "../../apps/server/src/testing/cheap-argon2.ts";
import { hidePair, makeConversation } from "../../apps/server/src/testing/pairs.ts";
import { makeMember, PASSWORD } from "../../apps/server/src/testing/people.ts";
import { photoFiles } from "./people.ts";

type Overrides = NonNullable<Parameters<typeof makeMember>[1]>;
/** Quick to check, for members of whom only their session matters. */
const cheapHash = hash(PASSWORD);

export type MadeMember = Awaited<ReturnType<typeof makeMember>> & { name: string };

/** Adds members directly to the database and the storage, which is quicker than the product's screens. */
export type Maker = {
  db: Db;
  /** Makes a member with two photos. */
  member(overrides: Overrides & { name: string }): Promise<MadeMember>;
  /** Makes a member without photos, which is quicker, for crowds. */
  account(overrides: Overrides & { name: string }): Promise<MadeMember>;
  /** Gives a paid highlight for a month. */
  highlight(memberId: string): Promise<void>;
  /** Gives premium for a month. */
  premium(memberId: string): Promise<void>;
  /** Records a presence ping at that time. */
  activeAt(memberId: string, at: Date): Promise<void>;
  /** Stores a message between two members who have no conversation yet. */
  wrote(senderId: string, recipientId: string): Promise<void>;
  /** Hides the two members from each other. */
  hide(oneId: string, otherId: string): Promise<void>;
  /** Grants tokens and conversations, as a purchase would. */
  grant(memberId: string, granted: { tokens: number; conversations: number }): Promise<void>;
  /** Takes tokens and conversations, as messages would. */
  spend(memberId: string, spent: { tokens: number; conversations: number }): Promise<void>;
  close(): Promise<void>;
};

type Installation = { databaseUrl: string; dataDir: string };

/** Where the shared product keeps its rows and files. Journeys with `own-test.ts` have their own product. */
export function sharedInstallation(): Installation {
  const { E2E_DATABASE_URL: databaseUrl = "", E2E_DATA_DIR: dataDir = "" } = process.env;
  return { databaseUrl, dataDir };
}

export function openMaker({ databaseUrl, dataDir }: Installation): Maker {
  const { db, close } = openDatabase({ connectionString: databaseUrl }, { max: 2 });
  const storage = openLocalStorage(path.join(dataDir, "storage"));
  const account: Maker["account"] = async (overrides) => ({
    ...(await makeMember(db, { ...overrides, passwordHash: await cheapHash })),
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
    grant: (memberId, grantAmounts) => addPurchase(db, { memberId, ...grantAmounts }),
    spend: (memberId, { tokens, conversations }) =>
      addPurchase(db, { memberId, kind: "spend", tokens: -tokens, conversations: -conversations }),
    highlight: (memberId) => addPaidFeature(db, { memberId, highlightedUntil: inAMonth() }),
    premium: (memberId) => addPaidFeature(db, { memberId, premiumUntil: inAMonth() }),
    // The ping is recorded half a minute early, because others see a change only at the next half minute.
    activeAt: (memberId, at) => addPings(db, [{ memberId, at }], new Date(at.getTime() - 30_000)),
    wrote: (senderId, recipientId) => makeConversation(db, senderId, recipientId),
    hide: (oneId, otherId) => hidePair(db, oneId, otherId),
  };
}

/** The fixture of Playwright that gives the maker of the shared product. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter to see what a fixture needs
export async function useMaker({}: object, use: (maker: Maker) => Promise<void>): Promise<void> {
  const maker = openMaker(sharedInstallation());
  await use(maker);
  await maker.close();
}

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000);

type Grant = {
  memberId: string;
  kind?: "spend";
  tokens?: number;
  conversations?: number;
  premiumUntil?: Date;
  highlightedUntil?: Date;
};

function addPurchase(db: Db, grantAmounts: Grant): Promise<void> {
  const [now, providerObjectId] = [new Date(), randomBytes(8).toString("hex")];
  const entry = { id: uuidv7(now), kind: "purchase" as const, provider: "journey", providerObjectId, writtenAt: now };
  return addLedgerEntry(db, { ...entry, ...grantAmounts });
}

async function addPaidFeature(db: Db, grantAmounts: Grant): Promise<void> {
  await addPurchase(db, grantAmounts);
  await refreshTiers(db, [grantAmounts.memberId], new Date());
}

const drawnFiles = new Map<string, Promise<Buffer>>();

/** One size of a photo. Each is made only once. */
function drawPhoto(file: string, size: PhotoSize): Promise<Buffer> {
  const side = PHOTO_SIZES[size];
  const drawnFile =
    drawnFiles.get(`${file} ${size}`) ?? sharp(file).rotate().resize(side, side, { fit: "inside" }).webp().toBuffer();
  drawnFiles.set(`${file} ${size}`, drawnFile);
  return drawnFile;
}

async function addPortraits(db: Db, storage: ReturnType<typeof openLocalStorage>, memberId: string): Promise<void> {
  const now = new Date();
  for (const [position, file] of photoFiles.entries()) {
    const fileName = photoFileName(memberId, now, randomBytes(16).toString("hex"));
    await addPhotoObjects(db, [fileName], now);
    for (const size of PHOTO_SIZE_NAMES) await storage.put(photoKey(fileName, size), await drawPhoto(file, size));
    const metadata = { width: 1440, height: 1920, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI", createdAt: now };
    await addPhotos(db, [{ id: randomId(), memberId, fileName, position, ...metadata }]);
  }
}

type Credentials = Pick<MadeMember, "email" | "password">;

/** Signs in at the product of this origin, without the form. */
export async function signInByApi(page: Page, { email, password }: Credentials, origin: string): Promise<void> {
  const reply = await page
    .context()
    .request.post(`${origin}/api/session`, { data: { email, password, remember: false }, headers: { origin } });
  expect(reply.status()).toBe(200);
}
