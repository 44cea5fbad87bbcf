import type { CategoryName } from "@caramelo/contract/personal-data/categories";
import type { ClientBase } from "pg";
import * as z from "zod";
import type { Context } from "./context.ts";
import type { KeptData, PayloadUse } from "./inventory.ts";

/** Each class has its own workers (start/tasks.ts), so that its jobs do not wait for those of another class. */
export type JobClassName = "payments" | "account mails" | "accounts" | "alarms" | "notices" | "exports" | "others";

/** When a sweep runs. A job of start/jobs.ts runs all sweeps of the same time, one after the other. */
export type SweepName = "minute" | "ten-minute" | "nightly";

/** The parameters of a run besides the context and its payload. */
export type Run = {
  attempt: number;
  isLastAttempt: boolean;
  /** Lends a connection of the database's owner, who has more rights than the product's own role. */
  withOwner<T>(work: (owner: ClientBase) => Promise<T>): Promise<T>;
  /** The inventory, for the jobs that export or erase data. */
  keptData: KeptData;
};

type Payload<Schema extends z.ZodObject> = {
  schema: Schema;
  /** The meaning of each field, for the inventory. */
  holds: { readonly [Field in keyof z.output<Schema>]-?: PayloadUse };
  category: CategoryName | "none";
};

type Timing = {
  /** When the timetable adds the job, in UTC; São Paulo is three hours behind all year. */
  cron?: string;
  /** However long a run takes, at most one more waits, so that slow runs do not pile up. */
  waitsOnce?: boolean;
  /** One runs at a time over all processes. */
  isSingle?: boolean;
  /** Maximum tries of a job of the timetable before it counts as failed. The queue's own number is 25, over days. */
  tries?: number;
  /** Instead of `cron`. The job can still be added by its own name. */
  sweep?: SweepName;
};

type Declaration<Schema extends z.ZodObject> = Timing & {
  class?: JobClassName;
  payload?: Payload<Schema>;
  /** May return the amount of work done, which is logged. */
  run(context: Context, payload: z.output<Schema>, run: Run): Promise<unknown>;
};

/** A declared job. Its `run` checks the payload. */
export type Job<Name extends string = string, Schema extends z.ZodObject = z.ZodObject> = Timing & {
  name: Name;
  words: string;
  class: JobClassName;
  payload: Payload<Schema> | undefined;
  run(context: Context, payload: unknown, run: Run): Promise<void>;
};

const NO_PAYLOAD = z.object({});

/** Declares a job. `words` describe it in Portuguese, for the office. start/jobs.ts lists all jobs. */
export function job<const Name extends string, Schema extends z.ZodObject = typeof NO_PAYLOAD>(
  name: Name,
  words: string,
  { class: jobClass = "others", payload, run, ...timing }: Declaration<Schema>,
): Job<Name, Schema> {
  // Without a payload the schema is the default of its type parameter.
  const schema = payload?.schema ?? (NO_PAYLOAD as z.ZodObject as Schema);
  return {
    ...timing,
    name,
    words,
    class: jobClass,
    payload,
    run: async (context, values, helpers) => {
      const count = await run(context, schema.parse(values), helpers);
      // A nightly sweep is logged even if it found nothing. The others run too often for that.
      if (typeof count === "number" && (count > 0 || timing.sweep === "nightly"))
        context.log.info({ task: name, count }, "a job is done");
    },
  };
}

/** The payloads of declared jobs, by their names. */
export type PayloadsOf<Declared extends Job> = {
  [Name in Declared["name"]]: z.input<NonNullable<Extract<Declared, { name: Name }>["payload"]>["schema"]>;
};
