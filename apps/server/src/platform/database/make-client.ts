import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import { findPrimary, keepConnection, suspectPrimary } from "./find-primary.ts";
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

/** A client of the primary. The driver itself knows a single host. */
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
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: the driver declares it so
  override connect(callback?: (error: never, client: never) => void): Promise<pg.Client> | void {
    const connecting = this.#connectToPrimary();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(null as never, client as never),
      (error: unknown) => callback(error as never, undefined as never),
    );
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const found = findPrimary(this.#url);
    const primary = await found;
    // Whatever broke the connection, the server may be gone.
    this.on("error", () => suspectPrimary(this.#url, found));
    // The driver connects to what these say at that moment.
    ({ host: this.host, port: this.port } = primary);
    try {
      this.once("end", keepConnection(this.#url, { drop: () => this.#socket?.destroy() }, primary));
      await super.connect();
      const { rows } = await this.query<{ pg_is_in_recovery: boolean }>("select pg_is_in_recovery()");
      if (rows[0]?.pg_is_in_recovery !== false)
        throw new Error("Connection terminated: the server is no primary any more");
      return this;
    } catch (error) {
      suspectPrimary(this.#url, found);
      this.#socket?.destroy();
      throw error;
    }
  }
}
