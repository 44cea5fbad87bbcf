import type { MailClass } from "@caramelo/contract/mail/purposes";
import type { TaskList } from "graphile-worker";
import type { Circuit } from "../platform/concurrency/circuit.ts";
import type { Context } from "../platform/context.ts";
import { listTasks } from "./tasks.ts";

/**
 * A class of jobs. Each class has its own workers in every process, so that its jobs do not wait for those of another
 * class.
 */
export type JobClass = {
  name: string;
  workers: number;
  tasks: TaskList;
  /** Its workers take a job only while this circuit allows it. */
  circuit?: Circuit;
};

type TaskName = keyof ReturnType<typeof listTasks>;
type Members = { name: string; workers: number; tasks: readonly TaskName[]; mails?: MailClass };

const CLASSES: readonly Members[] = [
  {
    name: "payments",
    // At most two workers search through many orders, so the others serve members who have just paid or are being paid
    // back.
    workers: 4,
    tasks: [
      "reconcile-all-orders",
      "reconcile-orders",
      "send-refund",
      "send-sandbox-webhook",
      "settle-order",
      "settle-payment",
    ],
  },
  { name: "account mails", workers: 2, tasks: ["send-account-mail"], mails: "account" },
  {
    // Jobs that store the mails about accounts. A member waits for these too, but they never contact the mail server.
    name: "accounts",
    workers: 1,
    tasks: [
      "send-confirmation",
      "send-delayed-email-change",
      "send-email-change",
      "send-invitation",
      "send-recovery",
      "send-sign-in-alert",
      "send-sign-up-mail",
    ],
  },
  { name: "alarms", workers: 1, tasks: ["send-alarm-mail", "send-alarms"], mails: "alarm" },
  { name: "notices", workers: 1, tasks: ["send-notice-mail"], mails: "notice" },
  // An export may take minutes, and many may wait, so that nothing else waits for them.
  { name: "exports", workers: 1, tasks: ["make-export"] },
];

const OTHER_WORKERS = 4;

/** Returns every job of the product by class. Jobs that CLASSES does not list are in the last class, `others`. */
export function listJobClasses(context: Context): JobClass[] {
  const tasks: TaskList = listTasks(context);
  const namedTasks = new Set<string>(CLASSES.flatMap((jobClass) => jobClass.tasks));
  const pick = (isIn: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(tasks).filter(([name]) => isIn(name)));
  const classes = CLASSES.map(({ name, workers, tasks: names, mails }) => ({
    name,
    workers,
    tasks: pick((task) => names.some((name) => name === task)),
    ...(mails && { circuit: context.mailCircuits[mails] }),
  }));
  return [...classes, { name: "others", workers: OTHER_WORKERS, tasks: pick((task) => !namedTasks.has(task)) }];
}
