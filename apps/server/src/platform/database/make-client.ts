import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import { isContention } from "./contention.ts";
import { findPrimary, HOST_MS, keepConnection, suspectPrimary } from "./find-primary.ts";
import { listHosts, onHosts } from "./list-hosts.ts";

/** Makes a client, to be connected. Where the URL names several hosts, it connects to the one that accepts writes. */
export function makeClient(settings: pg.ClientConfig): pg.Client {
  return namesSeveralHosts(settings) ? new PrimaryClient(settings) : new pg.Client(settings);
}

/** Makes a pool of such clients. */
export function makePool(settings: pg.PoolConfig): pg.Pool {
  return new pg.Pool(namesSeveralHosts(settings) ? { ...settings, Client: PrimaryClient } : settings);
}

const namesSeveralHosts = ({ connectionString = "" }: pg.ClientConfig): boolean =>
  listHosts(connectionString).length > 1;

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A client of the primary. The driver itself knows a single host. A class, because a pool makes its clients by `new`.
 */
class PrimaryClient extends pg.Client {
  readonly #url: string;
  readonly #socket: Duplex | undefined;

  constructor(settings: pg.ClientConfig = {}) {
    const { connectionString: url = "", stream = () => new Socket() } = settings;
    const socket = stream();
    super({ ...settings, connectionString: onHosts(url, listHosts(url).slice(0, 1)), stream: () => socket });
    this.#url = url;
    this.#socket = socket;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ConnectCallback): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: the driver declares it so
  override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
    const connecting = this.#connectToPrimary();
    // The driver's type lists the two ways in which it is called.
    const onDone = callback as ((error: Error | null, client?: pg.Client) => void) | undefined;
    if (!onDone) return connecting;
    connecting.then((client) => onDone(null, client), onDone);
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const primary = await findPrimary(this.#url);
    // The driver would reopen the socket that was destroyed during the search for the primary.
    if (this.#socket?.destroyed) throw new Error("Connection terminated: it was given up before it began");
    // Whatever broke the connection, the server may be gone.
    this.on("error", () => suspectPrimary(this.#url, primary));
    // The driver reads these fields when it connects.
    ({ host: this.host, port: this.port } = primary);
    try {
      this.once("end", keepConnection(this.#url, { drop: () => this.#socket?.destroy() }, primary));
      await super.connect();
      const { rows } = await this.query<{ pg_is_in_recovery: boolean }>(IS_STANDBY);
      if (rows[0]?.pg_is_in_recovery !== false)
        throw new Error("Connection terminated: the server is no primary any more");
      return this;
    } catch (error) {
      // A server without free connections is busy, not gone.
      if (!isContention(error)) suspectPrimary(this.#url, primary);
      this.#socket?.destroy();
      throw error;
    }
  }
}

/** The driver's types do not know that each query may have its own limit, in milliseconds. */
const IS_STANDBY: pg.QueryConfig & { query_timeout: number } = {
  text: "select pg_is_in_recovery()",
  query_timeout: HOST_MS,
};
