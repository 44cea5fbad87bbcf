import { uuidv7 } from "../../platform/ids.ts";
import { type Entry, outcomeOf, readOutcome } from "../walk.ts";

const nobody = () => ({ id: uuidv7(new Date()) });
const elsewhere = { headers: { origin: "https://elsewhere.example" } };

export const walkSafety = ({ memberId }: { memberId: string }): Record<string, Entry> => ({
  "safety.report": {
    attempt: async ({ api }) =>
      outcomeOf(await api.safety.report({ body: { memberId: nobody().id, reason: "Perfil falso" } })),
    // The way in was open; there was nobody.
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/reports", { method: "POST", body: "{" })),
    refused: async ({ api }) => outcomeOf(await api.safety.report({ body: { memberId, reason: "Perfil falso" } })),
    refusal: "NOT_FOUND",
  },
  "safety.block": {
    attempt: async ({ api }) => outcomeOf(await api.safety.block({ params: nobody() })),
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/blocks/x", { method: "PUT" })),
    refused: async ({ api }) => outcomeOf(await api.safety.block({ params: { id: memberId } })),
    refusal: "NOT_FOUND",
  },
  "safety.unblock": {
    attempt: async ({ api }) => outcomeOf(await api.safety.unblock({ params: nobody() })),
    // Whom the caller did not block is no matter.
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/blocks/x", { method: "DELETE" })),
    refused: async ({ raw }) => readOutcome(await raw(`/api/blocks/${memberId}`, { method: "DELETE", ...elsewhere })),
    refusal: "PERMISSION_DENIED",
  },
  "safety.blocks": {
    attempt: async ({ api }) => outcomeOf(await api.safety.blocks()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/blocks?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/blocks?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
});
