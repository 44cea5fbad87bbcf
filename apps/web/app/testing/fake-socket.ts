import { vi } from "vitest";

/** A fake of the reconnecting socket of `partysocket/ws`. The test opens it, sends frames to the page and closes it. */
export class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
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

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** The server sends a frame. */
  receive(frame: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  /** The server or a failure of the network ends the connection. */
  drop(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}
