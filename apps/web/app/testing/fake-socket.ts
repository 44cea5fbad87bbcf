import { vi } from "vitest";

/** Stands in for the reconnecting socket of `partysocket/ws`: a test opens it, sends frames to it and closes it. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  /** The socket that was made last. */
  static get latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("No socket was opened");
    return socket;
  }

  readyState: number = WebSocket.CONNECTING;
  isClosedByPage = false;
  send = vi.fn<(frame: string) => void>();

  constructor() {
    super();
    FakeSocket.all.push(this);
  }

  close(): void {
    this.isClosedByPage = true;
    this.readyState = WebSocket.CLOSED;
  }

  /** The connection stands. */
  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** The server sends a frame. */
  receive(frame: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  /** The server, or an accident, ends the connection. */
  drop(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}
