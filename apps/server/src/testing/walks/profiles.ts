import { uuidv7 } from "../../platform/ids.ts";
import { type Entry, outcomeOf, readOutcome } from "../walk.ts";

const nobody = () => ({ id: uuidv7(new Date()) });
const told = { name: "Ana", age: 30, cityId: 3_550_308, bio: "Sobre mim.", lookingFor: "O que busco." };
const noPicture = [new Blob(["no picture"])];
const elsewhere = { headers: { origin: "https://elsewhere.example" } };
const ok = { status: 200, code: undefined };
// The way in was open; there was no such photo.
const missing = { status: 404, code: "NOT_FOUND" } as const;
const denied = { status: 403, code: "PERMISSION_DENIED" } as const;

/** A list that takes no input but its place. */
const listAt = (path: string, attempt: Entry["attempt"]): Entry => ({
  attempt,
  allowed: ok,
  rubbish: async ({ raw }) => readOutcome(await raw(`${path}?x=1`)),
  refused: async ({ raw }) => readOutcome(await raw(`${path}?memberId=1`)),
  refusal: "VALIDATION_ERROR",
});

export const walkProfiles = (): Record<string, Entry> => ({
  "profiles.mine": listAt("/api/profile", async ({ api }) => outcomeOf(await api.profiles.mine())),
  "profiles.change": {
    attempt: async ({ api }) => outcomeOf(await api.profiles.change({ body: told })),
    allowed: ok,
    forTeam: denied,
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profile", { method: "PUT", body: "{" })),
    refused: async ({ api }) => outcomeOf(await api.profiles.change({ body: { ...told, cityId: 1 } })),
    refusal: "VALIDATION_ERROR",
  },
  "profiles.leaveWildcardCity": {
    attempt: async ({ api }) => outcomeOf(await api.profiles.leaveWildcardCity()),
    allowed: ok,
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profile/wildcard-city?x=1", { method: "DELETE" })),
    refused: async ({ raw }) =>
      readOutcome(await raw("/api/profile/wildcard-city", { method: "DELETE", ...elsewhere })),
    refusal: "PERMISSION_DENIED",
  },
  "photos.add": {
    attempt: async ({ api }) => outcomeOf(await api.photos.add({ body: {}, photos: noPicture })),
    // The way in was open; it was no picture.
    allowed: { status: 422, code: "FILE_INVALID_TYPE" },
    forTeam: denied,
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profile/photos", { method: "POST", body: "{" })),
    refused: async ({ api }) => outcomeOf(await api.photos.add({ body: {}, photos: [] })),
    refusal: "VALIDATION_ERROR",
  },
  "photos.remove": {
    attempt: async ({ api }) => outcomeOf(await api.photos.remove({ params: nobody() })),
    allowed: missing,
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profile/photos/x", { method: "DELETE" })),
    refused: async ({ api }) => outcomeOf(await api.photos.remove({ params: nobody() })),
    refusal: "NOT_FOUND",
  },
  "photos.setMain": {
    attempt: async ({ api }) => outcomeOf(await api.photos.setMain({ params: nobody() })),
    allowed: missing,
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profile/photos/x/main", { method: "PUT" })),
    refused: async ({ api }) => outcomeOf(await api.photos.setMain({ params: nobody() })),
    refusal: "NOT_FOUND",
  },
  "photos.arrange": {
    attempt: async ({ api }) => outcomeOf(await api.photos.arrange({ body: { ids: [nobody().id] } })),
    allowed: { status: 409, code: "PHOTOS_CHANGED" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profile/photos", { method: "PUT", body: "{" })),
    refused: async ({ api }) => outcomeOf(await api.photos.arrange({ body: { ids: [nobody().id] } })),
    refusal: "PHOTOS_CHANGED",
  },
  "favorites.list": listAt("/api/favorites", async ({ api }) => outcomeOf(await api.favorites.list())),
  "favorites.fans": listAt("/api/favorites/fans", async ({ api }) => outcomeOf(await api.favorites.fans())),
  "visits.list": listAt("/api/visits", async ({ api }) => outcomeOf(await api.visits.list())),
});
