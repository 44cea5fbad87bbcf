import type { S3Settings } from "../platform/storage/s3-bucket.ts";

// What `inject` returns in tests; global-setup.ts provides it.
declare module "vitest" {
  interface ProvidedContext {
    /** The address of a migrated database, of which each world gets a clone. */
    templateUrl: string;
    /** A folder for the files of worlds, removed after the run. */
    worldsFolder: string;
    /** The store of the files of worlds; undefined where they are in their folders. */
    s3: S3Settings | undefined;
    /** Whether tests try each case of their tables, as `*.slow.test.ts` do, or one of each kind. */
    triesEveryCase: boolean;
  }
}
