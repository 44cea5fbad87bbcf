import type { FaultKind } from "./rules.ts";

/**
 * Ways to break a promise of the product, to prove that the runs would notice. A broken product is the real one with a
 * few words of its source replaced by a test fixture while it is loaded; the product itself has no switch for this.
 */
export type Variant = {
  /** What the runs must find: at least one of these. */
  finds: FaultKind[];
  replace: Replacement[];
  /** It shows only where everything that a site runs on is killed: `npm run chaos -- --engines --variant "…"`. */
  needsEngines?: boolean;
  /** SQL that changes the database before the product starts. */
  alter?: string;
};

type Replacement = { file: string; from: string; to: string };

const MESSAGING = "apps/server/src/features/messaging";

export const VARIANTS = {
  "acknowledges before the commit": {
    finds: ["lost"],
    replace: [
      {
        file: `${MESSAGING}/handlers/send.ts`,
        from: "sends.transaction().execute((trx) => storeBatch(trx, clock, requests, isRepeated));",
        to: `new Promise<StoredBatch>((resolve, reject) => {
          sends.transaction().execute(async (trx) => {
            resolve(await storeBatch(trx, clock, requests, isRepeated));
            await new Promise((done) => setTimeout(done, 20));
          }).catch(reject);
        });`,
      },
    ],
  },
  "has no unique key on client ids": {
    finds: ["doubled"],
    alter: "alter table message drop constraint message_client_id_key",
    // Only the key says that a message is stored already.
    replace: [],
  },
  "numbers a stream without its lock": {
    // When a seq is given twice, the keys of some tables refuse it, and a browser gets an answer that it should never
    // get.
    finds: ["stream", "answer"],
    replace: [
      {
        file: "apps/server/src/base/members/stream-queries.ts",
        from: "order by member_id for no key update`,",
        to: "order by member_id`,",
      },
    ],
  },
  "acknowledges photos before the bucket has them": {
    needsEngines: true,
    finds: ["lost"],
    replace: [
      {
        file: "apps/server/src/platform/storage/photo-store.ts",
        from: "await storage.put(photoKey(fileName, size), sizes[size]);",
        to: "storage.put(photoKey(fileName, size), sizes[size]).catch(() => {});",
      },
    ],
  },
  "hides that the bucket is away": {
    needsEngines: true,
    finds: ["unreported"],
    replace: [
      {
        file: "apps/server/src/start/metrics-sources.ts",
        from: 'sample("caramelo_bucket_up", Number(hasAnswered))',
        to: 'sample("caramelo_bucket_up", Number(hasAnswered || true))',
      },
    ],
  },
} satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS;

/**
 * The source of a file with the words of a variant. Throws when the replaced words are not there exactly once, because
 * an unbroken product would prove nothing.
 */
export function breakSource(source: string, { file, from, to }: Replacement): string {
  if (source.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
  return source.replace(from, () => to);
}
