import type { Application } from "./application.ts";
import type { RunUser } from "./run-user.ts";

/** One PostgreSQL cluster and everything that is needed to run it. Every path is real and absolute. */
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

/** What `pg` needs to connect, except the name of a database. `host` is the socket's folder, except on Windows. */
export type Connection = { host: string; port: number; user: string; password: string };
