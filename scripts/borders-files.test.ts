import { describe, expect, test } from "vitest";
import { judgeFile, judgeWords } from "./borders-files.mjs";

const SERVER = "apps/server/src/features/chat";
const WEB = "apps/web/app/features/chat";
const HANDLER = "export const send = handle(contract.chat.send, async () => ({}));";

describe("the check of a feature's files on the server", () => {
  test.each([
    ["handlers.ts", HANDLER],
    ["handlers/send.ts", HANDLER],
    ["rules.ts", ""],
    ["thread-rules.ts", ""],
    ["rules/judge.ts", ""],
    ["queries.ts", ""],
    ["thread-queries.ts", ""],
    ["queries/store-messages.ts", ""],
    ["live.ts", ""],
    ["jobs.ts", ""],
    ["commands.ts", ""],
    ["inventory.ts", ""],
    ["settle-order.ts", "export async function settleOrder() {}"],
  ])("allows %s", (name, source) => {
    expect(judgeFile(`${SERVER}/${name}`, source)).toEqual([]);
  });

  test.each([
    ["words.ts"],
    ["photo-inventory.ts"],
    ["send-order.ts"],
    ["utils/send.ts"],
    ["service.ts"],
    ["handlers/deep/send.ts"],
    ["my-session-check.ts"],
  ])("refuses %s", (name) => {
    expect(judgeFile(`${SERVER}/${name}`, HANDLER)).toHaveLength(1);
  });

  test("refuses a file among the handlers that answers no call", () => {
    expect(judgeFile(`${SERVER}/handlers/record-visit.ts`, "export async function recordVisit() {}")).toHaveLength(1);
    expect(judgeFile(`${SERVER}/handlers.ts`, "export async function recordVisit() {}")).toHaveLength(1);
  });
});

describe("the check of the files of the platform, the start and the demo", () => {
  test.each([
    ["platform/http/access-rules.ts"],
    ["platform/database/queue-jobs.ts"],
    ["platform/inventory.ts"],
    ["platform/payments/pix/pix-provider.ts"],
    ["platform/payments/pix/pix-schemas.ts"],
    ["platform/images/photo-worker.ts"],
    ["platform/database/types.generated.ts"],
    ["start/database-commands.ts"],
    ["start/main.ts"],
    ["start/cli.ts"],
  ])("allows %s", (name) => {
    expect(judgeFile(`apps/server/src/${name}`, "")).toEqual([]);
  });

  test.each([
    ["platform/product-name.ts", 'export const PRODUCT_NAME = "caramelo";'],
    ["platform/archive/seal-stream.ts", "export async function* sealStream() {}"],
    ["platform/storage/s3-bucket.ts", "export type S3Bucket = object;"],
    ["demo/people/texts/baby-self.ts", "export const babySelf = [];"],
  ])("allows %s, which is named after what it exports", (name, source) => {
    expect(judgeFile(`apps/server/src/${name}`, source)).toEqual([]);
  });

  test.each([
    ["platform/http/helpers.ts", "export function serveCall() {}"],
    ["platform/main.ts", "export function start() {}"],
    ["platform/http/handlers.ts", HANDLER],
    ["start/start-lines.ts", "export function describeReach() {}"],
    ["demo/portraits/torso.ts", "export function narrow() {}"],
  ])("refuses %s", (name, source) => {
    expect(judgeFile(`apps/server/src/${name}`, source)).toHaveLength(1);
  });

  test("leaves the migrations and the tools of tests alone", () => {
    for (const name of ["migrations/20261127051900-create-orders.ts", "testing/world.ts"])
      expect(judgeFile(`apps/server/src/${name}`, "export const up = 1;")).toEqual([]);
  });
});

describe("the check of a feature's files in the browser", () => {
  test.each([
    ["rules.ts"],
    ["queries.ts"],
    ["device-queries.ts"],
    ["live.ts"],
    ["outbox-store.ts"],
    ["types.ts"],
    ["use-upload.ts"],
    ["use-safety.tsx"],
    ["chat-bar.tsx"],
    ["sync/stream-rules.ts"],
    ["sync/chat-bar.tsx"],
  ])("allows %s", (name) => {
    expect(judgeFile(`${WEB}/${name}`, "")).toEqual([]);
  });

  test("allows a file that is named after what it exports", () => {
    expect(judgeFile(`${WEB}/compress-photo.ts`, "export async function compressPhoto() {}")).toEqual([]);
    expect(judgeFile(`${WEB}/sync/stream.ts`, "export function openStream() {}")).toEqual([]);
    expect(judgeFile(`${WEB}/pop-ups.ts`, "export function queuePopUp() {}")).toEqual([]);
  });

  test.each([
    ["helpers.ts", "export function openStream() {}"],
    ["handlers.ts", "export function openStream() {}"],
    ["stream-helpers.ts", "export function openStream() {}"],
    ["sync/deep/use-upload.ts", ""],
    ["Stream.tsx", ""],
  ])("refuses %s", (name, source) => {
    expect(judgeFile(`${WEB}/${name}`, source)).toHaveLength(1);
  });
});

test("the check refuses rules that read the clock or draw random numbers", () => {
  const countFaults = (source: string) => judgeWords(`${SERVER}/rules.ts`, source).length;
  expect(countFaults("const now = new Date();")).toBe(1);
  expect(countFaults("return Date.now() - then;")).toBe(1);
  expect(countFaults("return Math.random();")).toBe(1);
  expect(countFaults("return crypto.randomUUID();")).toBe(1);
  expect(countFaults("return randomBytes(16);")).toBe(1);
  expect(countFaults("return new Date(now.getTime() + 1); // never new Date()")).toBe(0);
  expect(judgeWords(`${SERVER}/handlers.ts`, "const now = new Date();")).toEqual([]);
});

test("the check refuses a path in the data folder that no store of the inventory has", () => {
  const countFaults = (source: string) => judgeWords(`${SERVER}/commands.ts`, source).length;
  expect(countFaults('const folder = join(dataDir, "letters");')).toBe(1);
  expect(countFaults("const folder = join(config.dataDir, FOLDER);")).toBe(1);
  expect(countFaults('const folder = placeOf(dataDir, "photos");')).toBe(0);
  expect(judgeWords("apps/server/src/platform/storage/inventory.ts", "join(dataDir, place)")).toEqual([]);
});

test("the check lets only base/pairs say that a member may be seen", () => {
  const files = [`${SERVER}/queries.ts`, "apps/server/src/base/pairs/visible-rules.ts"];
  for (const source of [
    "id as VisibleId;",
    "sql<{ id: VisibleId }>`select 1`;",
    "(id: string): id is VisibleId => true",
  ])
    expect(files.map((file) => judgeWords(file, source).length)).toEqual([1, 0]);
  expect(judgeWords(`${SERVER}/rules.ts`, "type Actor = { id: VisibleId };")).toEqual([]);
});

test("the check refuses types of other files within the code, and allows to load a file there", () => {
  const countFaults = (source: string) => judgeWords(`${SERVER}/handlers.ts`, source).length;
  expect(countFaults('type A = import("../photos/jobs.ts").A;')).toBe(1);
  expect(countFaults('const a: Promise<typeof import("../photos/jobs.ts")> = load();')).toBe(1);
  expect(countFaults('const { a } = await import("./a.ts");')).toBe(0);
  expect(countFaults('void import("./a.ts").then(run);')).toBe(0);
  expect(countFaults('const a = (await import("./a.ts")).a;')).toBe(0);
});

test.each([
  'new Intl.NumberFormat("pt-BR")',
  'count.toLocaleString("pt-BR")',
  "new Date(at).toLocaleDateString()",
  "a.toDateString() === b.toDateString()",
  "new Date(now).getFullYear()",
  "new Date(at).getHours()",
  'count === 1 ? "foto" : "fotos"',
  "count === 1 ? `1 foto` : many",
])("the check allows %s only where the contract writes for people", (source) => {
  const files = [`${WEB}/a.tsx`, `${SERVER}/mail-rules.ts`, "packages/contract/src/texts/billing.ts"];
  expect(files.map((file) => judgeWords(file, source).length)).toEqual([1, 1, 1]);
  expect(judgeWords("packages/contract/src/formats/counts.ts", source)).toEqual([]);
});

test.each(["day.getUTCFullYear()", "name.toLocaleUpperCase()", "page === 1 ? undefined : page", "at.toISOString()"])(
  "the check sees no text for people in %s",
  (source) => {
    expect(judgeWords(`${WEB}/a.tsx`, source)).toEqual([]);
  },
);
