type Facts = { sentAt: Date | null; failedAt: Date | null };

export function stateOf({ sentAt, failedAt }: Facts, isSending: boolean): "kept" | "waiting" | "sent" | "failed" {
  if (sentAt) return "sent";
  if (failedAt) return "failed";
  return isSending ? "waiting" : "kept";
}
