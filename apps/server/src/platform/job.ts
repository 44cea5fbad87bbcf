import type { CategoryName } from "@caramelo/contract/privacy/categories";
import type { ClientBase } from "pg";
import * as z from "zod";
import type { Context } from "./context.ts";
import type { KeptData, PayloadUse } from "./inventory.ts";

/** Each class has its own workers (start/job-classes.ts), so that its jobs do not wait for those of another class. */
export type JobClassName = "payments" | "account mails" | "accounts" | "alarms" | "notices" | "exports" | "others";

/** The jobs that run sweeps, one after the other (start/sweep-jobs.ts). */
export type SweepName = "minute-sweeps" | "ten-minute-sweeps" | "nightly-sweeps";

/** What a run gets beside the context and its payload. */
export type Run = {
  attempt: number;
  isLastAttempt: boolean;
  /** Lends a connection of the database's owner, who may do what the product's own role may not. */
  withOwner<T>(work: (owner: ClientBase) => Promise<T>): Promise<T>;
  /** For the jobs that export or erase all that is kept. */
  keptData: KeptData;
};

type Payload<Schema extends z.ZodObject> = {
  schema: Schema;
  /** What each field names, for the inventory. */
  holds: { readonly [Field in keyof z.output<Schema>]-?: PayloadUse };
  category: CategoryName | "none";
};

type Declaration<Name extends string, Schema extends z.ZodObject> = {
  name: Name;
  /** What the job does, in Portuguese, for the office. */
  words: string;
  class?: JobClassName;
  payload?: Payload<Schema>;
  /** When the timetable adds it, in UTC; São Paulo is three hours behind all year. */
  cron?: string;
  /**
   * For a slow job of the timetable. `waits-once`: however long a run takes, at most one more waits, so that runs do not
   * pile up. `in-turn`: one runs at a time over all processes. `in-turn-once`: both.
   */
  overlap?: "waits-once" | "in-turn" | "in-turn-once";
  /** The job of the timetable that runs this one. This one can still be added by its own name. */
  sweep?: SweepName;
  /** May return how much there was to do, which is logged. */
  run(context: Context, payload: z.output<Schema>, run: Run): Promise<unknown>;
};

/** A declared job. Its `run` checks the payload. */
export type Job<Name extends string = string, Schema extends z.ZodObject = z.ZodObject> = Omit<
  Declaration<Name, Schema>,
  "class" | "payload" | "run"
> & {
  class: JobClassName;
  payload: Payload<Schema> | undefined;
  run(context: Context, payload: unknown, run: Run): Promise<void>;
};

const NO_PAYLOAD = z.object({});

/** Declares a job. The queue, the timetable, the office and the inventory know it from here (start/jobs.ts). */
export function job<const Name extends string, Schema extends z.ZodObject = typeof NO_PAYLOAD>(
  declaration: Declaration<Name, Schema>,
): Job<Name, Schema> {
  const { name, payload, sweep } = declaration;
  return {
    ...declaration,
    payload,
    class: declaration.class ?? "others",
    run: async (context, values, run) => {
      // Without a payload the schema is the default of its type parameter.
      const schema = payload?.schema ?? (NO_PAYLOAD as z.ZodObject as Schema);
      const count = await declaration.run(context, schema.parse(values), run);
      // A sweep of the night says that it ran; the others run too often for that.
      if (typeof count === "number" && (count > 0 || sweep === "nightly-sweeps"))
        context.log.info({ task: name, count }, "a job is done");
    },
  };
}

/** The payloads of declared jobs, by their names. */
export type PayloadsOf<Declared extends Job> = {
  [Name in Declared["name"]]: z.input<NonNullable<Extract<Declared, { name: Name }>["payload"]>["schema"]>;
};
