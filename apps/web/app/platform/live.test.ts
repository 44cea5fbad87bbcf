// @vitest-environment happy-dom
import { LIVE_CLOSE } from "@caramelo/contract/limits";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSocket } from "~/testing/fake-socket.ts";
import { goOnline, showTab } from "~/testing/tab.ts";
import { type LiveConnection, openLive } from "./live.ts";

vi.mock("partysocket/ws", () => ({ default: FakeSocket }));

const heartbeat = { event: "heartbeat", lastSeq: 7 };
const listeners = { onEvent: vi.fn(), onConnected: vi.fn(), onSessionOver: vi.fn() };
const openedSockets: LiveConnection[] = [];

/** Connects a visible tab: the connection is open and the server's first heartbeat has come. */
function connect(): FakeSocket {
  openedSockets.push(openLive(listeners));
  const socket = FakeSocket.latest;
  socket.open();
  socket.receive(heartbeat);
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  FakeSocket.all = [];
  showTab(true);
  return () => {
    for (const live of openedSockets.splice(0)) live.close();
    vi.useRealTimers();
  };
});

describe("the live connection", () => {
  test("publishes each event of the server, and skips a frame that this version does not know", () => {
    const socket = connect();
    socket.receive({ event: "typing", withId: "ana", isTyping: true });
    socket.receive({ event: "gift" });
    expect(listeners.onEvent.mock.calls.map(([event]) => event.kind)).toEqual(["heartbeat", "typing"]);
  });

  test("says that it is open at its first heartbeat, not before and not at the next ones", () => {
    openedSockets.push(openLive(listeners));
    const socket = FakeSocket.latest;
    socket.open();
    expect(listeners.onConnected).not.toHaveBeenCalled();
    socket.receive({ event: "changed", what: "self" });
    expect(listeners.onConnected).not.toHaveBeenCalled();
    socket.receive(heartbeat);
    socket.receive(heartbeat);
    expect(listeners.onConnected.mock.calls).toEqual([[true]]);
  });

  test("publishes the heartbeat itself before it says that it is open", () => {
    connect();
    const [publishedOrder] = listeners.onEvent.mock.invocationCallOrder;
    const [connected] = listeners.onConnected.mock.invocationCallOrder;
    expect(publishedOrder).toBeLessThan(Number(connected));
  });

  test("distinguishes a reconnection from the first connection", () => {
    const socket = connect();
    socket.open();
    socket.receive(heartbeat);
    expect(listeners.onConnected.mock.calls).toEqual([[true], [false]]);
  });

  test("is opened again after a silence of 40 seconds, and every frame ends a silence", () => {
    const socket = connect();
    vi.advanceTimersByTime(39_999);
    socket.receive({ event: "gift" });
    vi.advanceTimersByTime(39_999);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    expect(socket.isClosedByPage).toBe(true);
  });

  test("watches the silence of a connection that never said anything", () => {
    openedSockets.push(openLive(listeners));
    FakeSocket.latest.open();
    vi.advanceTimersByTime(40_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("publishes nothing that a replaced socket still receives", () => {
    const socket = connect();
    vi.advanceTimersByTime(40_000);
    listeners.onEvent.mockClear();
    socket.receive({ event: "changed", what: "self" });
    socket.drop(LIVE_CLOSE.sessionOver);
    expect(listeners.onEvent).not.toHaveBeenCalled();
    expect(listeners.onSessionOver).not.toHaveBeenCalled();
  });

  test("leaves it to the socket to come back after an accident", () => {
    connect().drop(1006);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(FakeSocket.latest.isClosedByPage).toBe(false);
  });

  test("never comes back once the session is over, and says so once", () => {
    const socket = connect();
    socket.drop(LIVE_CLOSE.sessionOver);
    expect(listeners.onSessionOver).toHaveBeenCalledOnce();
    goOnline();
    showTab(true);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("of one tab too many stays closed until the member looks at that tab again", () => {
    connect().drop(LIVE_CLOSE.tooMany);
    vi.advanceTimersByTime(600_000);
    showTab(false);
    expect(FakeSocket.all).toHaveLength(1);
    showTab(true);
    expect(FakeSocket.all).toHaveLength(2);
    expect(listeners.onSessionOver).not.toHaveBeenCalled();
  });

  test("comes back a minute after the server refused its frames", () => {
    const socket = connect();
    socket.drop(1009);
    expect(socket.isClosedByPage).toBe(true);
    vi.advanceTimersByTime(59_999);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("comes back at once when the network does, in a visible tab, unless it is open", () => {
    const socket = connect();
    goOnline();
    expect(FakeSocket.all).toHaveLength(1);
    socket.drop(1006);
    showTab(false);
    goOnline();
    expect(FakeSocket.all).toHaveLength(1);
    showTab(true);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("sends a frame only while it is open", () => {
    const live = openLive(listeners);
    openedSockets.push(live);
    const socket = FakeSocket.latest;
    live.send({ event: "typing", withId: "ana", isTyping: true });
    expect(live.isOpen()).toBe(false);
    socket.open();
    live.send({ event: "typing", withId: "bia", isTyping: false });
    expect(live.isOpen()).toBe(true);
    expect(socket.send.mock.calls).toEqual([['{"event":"typing","withId":"bia","isTyping":false}']]);
  });

  test("that the page closes stays closed, whatever happens", () => {
    const live = openLive(listeners);
    const socket = FakeSocket.latest;
    socket.open();
    live.close();
    expect(socket.isClosedByPage).toBe(true);
    goOnline();
    showTab(true);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
