import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { adminMessages } from "../texts/admin.ts";
import { commonTexts } from "../texts/common.ts";
import { discoveryTexts } from "../texts/discovery.ts";
import { favoriteTexts } from "../texts/favorites.ts";
import { galleryTexts } from "../texts/gallery.ts";
import { messagingTexts } from "../texts/messaging.ts";
import { ownAccountTexts } from "../texts/own-account.ts";
import { peopleListTexts } from "../texts/people-lists.ts";
import { recoveryTexts } from "../texts/recovery.ts";
import { reportTexts } from "../texts/safety.ts";
import { signInTexts } from "../texts/sign-in.ts";
import { errorCatalogue, fieldWords } from "./errors.ts";

/** Returns the quoted texts of the row with this id in docs/requirements.md. */
function quotedIn(id: string): string[] {
  const doc = readFileSync(new URL("../../../../docs/requirements.md", import.meta.url), "utf8");
  const row = doc.split("\n").find((line) => line.startsWith(`- **${id}** `)) ?? "";
  return [...row.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
}

describe("the error catalogue", () => {
  test("[M8.01] AUTH_USER_EXISTS has its words", () => {
    expect(errorCatalogue.AUTH_USER_EXISTS.text).toBe(
      "Este email já está cadastrado. Tente fazer login ou use um email diferente.",
    );
  });
  test("[M8.02] AUTH_SIGNUP_ERROR has its words", () => {
    expect(errorCatalogue.AUTH_SIGNUP_ERROR.text).toBe("Erro ao criar conta. Tente novamente.");
  });
  test("[M8.03] AUTH_NO_USER_ID has its words", () => {
    expect(errorCatalogue.AUTH_NO_USER_ID.text).toBe("Erro ao criar conta. Tente novamente.");
  });
  test("[M8.04] PROFILE_CREATION_ERROR has its words", () => {
    expect(errorCatalogue.PROFILE_CREATION_ERROR.text).toBe("Erro ao criar perfil. Tente novamente.");
  });
  test("[M8.05] SIGNUP_UNEXPECTED_ERROR has its words", () => {
    expect(errorCatalogue.SIGNUP_UNEXPECTED_ERROR.text).toBe("Erro inesperado ao criar conta. Tente novamente.");
  });
  test("[M8.06] AUTH_INVALID_CREDENTIALS has its words", () => {
    expect(errorCatalogue.AUTH_INVALID_CREDENTIALS.text).toBe(
      "Email ou senha incorretos. Verifique suas credenciais e tente novamente.",
    );
  });
  test("[M8.07] AUTH_NO_SESSION has its words", () => {
    expect(errorCatalogue.AUTH_NO_SESSION.text).toBe("Falha na autenticação. Tente novamente.");
  });
  test("[M8.08] PROFILE_NOT_FOUND has its words", () => {
    expect(errorCatalogue.PROFILE_NOT_FOUND.text).toBe("Perfil não encontrado ou conta inativa.");
  });
  test("[M8.09] SIGNIN_UNEXPECTED_ERROR has its words", () => {
    expect(errorCatalogue.SIGNIN_UNEXPECTED_ERROR.text).toBe("Erro inesperado ao fazer login. Tente novamente.");
  });
  test("[M8.10] AUTH_EMAIL_NOT_CONFIRMED has its words", () => {
    expect(errorCatalogue.AUTH_EMAIL_NOT_CONFIRMED.text).toBe("Por favor, confirme seu email antes de fazer login.");
  });
  test("[M8.11] AUTH_SESSION_EXPIRED has its words", () => {
    expect(errorCatalogue.AUTH_SESSION_EXPIRED.text).toBe("Sua sessão expirou. Por favor, faça login novamente.");
  });
  test("[M8.12] NETWORK_ERROR has its words", () => {
    expect(errorCatalogue.NETWORK_ERROR.text).toBe("Problema de conexão. Verifique sua internet e tente novamente.");
  });
  test("[M8.13] DB_UNIQUE_VIOLATION has its words", () => {
    expect(errorCatalogue.DB_UNIQUE_VIOLATION.text).toBe("Este item já existe. Tente com informações diferentes.");
  });
  test("[M8.14] DB_FOREIGN_KEY_VIOLATION has its words", () => {
    expect(errorCatalogue.DB_FOREIGN_KEY_VIOLATION.text).toBe(
      "Não é possível realizar esta ação devido a dependências.",
    );
  });
  test("[M8.15] FILE_TOO_LARGE has its words", () => {
    expect(errorCatalogue.FILE_TOO_LARGE.text).toBe("Arquivo muito grande. O tamanho máximo é 5MB.");
  });
  test("[M8.16] FILE_INVALID_TYPE has its words", () => {
    expect(errorCatalogue.FILE_INVALID_TYPE.text).toBe(
      "Tipo de arquivo não suportado. Use apenas imagens JPEG, PNG ou WebP.",
    );
  });
  test("[M8.17] PERMISSION_DENIED has its words", () => {
    expect(errorCatalogue.PERMISSION_DENIED.text).toBe("Você não tem permissão para realizar esta ação.");
  });
  test("[M8.18] RATE_LIMIT_EXCEEDED has its words", () => {
    expect(errorCatalogue.RATE_LIMIT_EXCEEDED.text).toBe(
      "Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.",
    );
  });
  test("[M8.19] SERVER_ERROR has its words", () => {
    expect(errorCatalogue.SERVER_ERROR.text).toBe("Erro interno do servidor. Nossa equipe foi notificada.");
  });
  test("[M8.20] UNKNOWN_ERROR has its words", () => {
    expect(errorCatalogue.UNKNOWN_ERROR.text).toBe("Ocorreu um erro inesperado. Tente novamente em alguns instantes.");
  });

  test("reads as the requirements quote it, code by code", () => {
    const ids = Array.from({ length: 20 }, (_, index) => `M8.${String(index + 1).padStart(2, "0")}`);
    const quoted = new Set(ids.flatMap(quotedIn));
    const own = new Set<string>(Object.values(errorCatalogue).map((entry) => entry.text));
    expect(quoted.size).toBeGreaterThan(15);
    expect([...quoted].filter((text) => !own.has(text))).toEqual([]);
  });

  test("[M8.19] every status of 500 is an unforeseen failure, 503 says that the server is busy or without its database, and only the browser's own has none", () => {
    const entries = Object.entries(errorCatalogue).filter(([, { status }]) => status !== 503);
    const passing = Object.entries(errorCatalogue).filter(([, { status }]) => status === 503);
    expect(passing.map(([code]) => code)).toEqual(["SERVICE_BUSY", "SERVICE_UNAVAILABLE"]);
    const odd = entries.filter(([, { status }]) => status !== 0 && (status < 400 || status > 500));
    expect(odd).toEqual([]);
    expect(entries.filter(([, { status }]) => status === 0).map(([code]) => code)).toEqual(["NETWORK_ERROR"]);
  });

  test("[M1.02] every text is a Portuguese sentence without a blank end and without a code in it", () => {
    const texts = [...Object.values(errorCatalogue).map((entry) => entry.text), ...fieldWords];
    for (const text of texts) expect(text).toMatch(/^[A-ZÀ-Ý][^_]*[^\s]$/);
    for (const text of texts) expect(text).not.toMatch(/\b(the|error|invalid|must|please|field)\b/i);
  });
});

describe("the texts of members", () => {
  test.each([
    ["M8.21", signInTexts.signInException],
    ["M8.22", signInTexts.signInFailed],
    ["M8.23", ownAccountTexts.deactivateFailed],
    ["M8.24", galleryTexts.photoRemoveFailed],
    ["M8.25", galleryTexts.photoUploadFailed],
    ["M8.26", galleryTexts.mainPhotoFailed],
    ["M8.27", commonTexts.offline],
    ["M8.28", favoriteTexts.favoriteStatusFailed],
    ["M8.29", favoriteTexts.favoriteChangeFailed],
    ["M8.30", reportTexts.reportFailed],
    ["M8.31", reportTexts.reportSent],
    ["M8.32", recoveryTexts.recoveryFailed],
    ["M8.33", recoveryTexts.resetFailed],
    ["K8.01", discoveryTexts.discoveryFailed],
    ["K8.02", peopleListTexts.favoritesFailed],
    ["K8.03", messagingTexts.sendFailed],
    ["K8.04", messagingTexts.conversationDeleteFailed],
    ["D1.07", errorCatalogue.PEER_UNAVAILABLE.text],
    ["D2.19", signInTexts.reactivated],
    ["D2.46", errorCatalogue.TOO_MANY_NEW_CONVERSATIONS.text],
    ["M5.05", errorCatalogue.VALIDATION_ERROR.text],
  ])("%s is worded as required", (id, text) => {
    expect(quotedIn(id)).toContain(text);
  });
});

describe("the texts of the office", () => {
  test("[K8.06] the toggles say what happened", () => {
    const { verifiedOn, verifiedOff, premiumOn, premiumOff, activeOn, activeOff, wildcardOn, wildcardOff } =
      adminMessages;
    const textsSaid = [verifiedOn, verifiedOff, premiumOn, premiumOff, activeOn, activeOff, wildcardOn, wildcardOff];
    expect(textsSaid).toEqual(quotedIn("K8.06"));
  });

  test.each([
    ["K8.05", adminMessages.usersLoadFailed("{message}")],
    ["K8.07", adminMessages.toggleFailed("{action}", "{message}")],
    ["K8.08", adminMessages.onlineUpdateErrorTitle],
    ["K8.08", adminMessages.onlineUpdateFailed("{message}")],
    ["K8.08", adminMessages.onlineUpdateUnexpected],
    ["K8.09", adminMessages.onlineUpdateDone],
    ["K8.10", adminMessages.profileLoadFailed("{message}")],
    ["K8.10", adminMessages.profileUpdateFailed],
    ["K8.11", galleryTexts.mainPhotoFailed],
    ["K8.12", adminMessages.reportsLoadFailed("{message}")],
    ["K8.12", adminMessages.profilesLoadFailed("{message}")],
    ["K8.12", adminMessages.reportUpdateFailed("{message}")],
    ["K8.13", adminMessages.quickCreateUserExists],
    ["K8.14", adminMessages.quickCreateNoId],
    ["K8.14", adminMessages.quickCreateFailed],
  ])("%s is worded as required", (id, text) => {
    expect(quotedIn(id)).toContain(text);
  });

  test("the online update names both counts", () => {
    expect(adminMessages.onlineUpdateResult(3, 7)).toBe("3 usuários ficaram online de 7 elegíveis");
    expect(adminMessages.onlineUpdateResult(1, 1)).toBe("1 usuário ficou online de 1 elegível");
  });
});
