import type { LiveWire } from "@caramelo/contract/live";

export type LiveChange = LiveWire<"change">;
export type LiveTyping = LiveWire<"typing">;
export type LiveEvent =
  | { kind: "change"; change: LiveChange }
  | { kind: "heartbeat"; lastSeq: number }
  | { kind: "typing"; typing: LiveTyping }
  | ({ kind: "notifications" } & LiveWire<"notifications">)
  | ({ kind: "sent" } & LiveWire<"sent">)
  | ({ kind: "refused" } & LiveWire<"refused">)
  | ({ kind: "match" } & LiveWire<"match">)
  | ({ kind: "changed" } & LiveWire<"changed">);
