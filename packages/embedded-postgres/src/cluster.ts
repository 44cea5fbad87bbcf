import type { Application } from "./application.ts";
import type { RunUser } from "./run-user.ts";

/** One PostgreSQL cluster and everything needed to run it. Every path is real and absolute. */
export type Cluster = {
  application: Application;
  dataDir: string;
  dataFolder: string;
  user: RunUser;
  /** The folder with PostgreSQL's `bin`, `lib` and `share`. */
  native: string;
  password: string;
  settings: Record<string, string>;
  log: (line: string) => void;
};

/** `pg`'s connection options without a database name. `host` is the socket's folder, except on Windows. */
export type Connection = { host: string; port: number; user: string; password: string };
