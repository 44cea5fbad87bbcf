import { GALLERY_FILE_MAX_BYTES, PHOTO_TYPES, VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { photoTexts } from "@caramelo/contract/texts/photos";
import { verificationFields } from "@caramelo/contract/texts/verification";

export type DocumentKind = (typeof VERIFICATION_DOCUMENTS)[number];

type DocumentWords = { title: string; hint: string; camera: "user" | "environment" };

/** For each picture: its content, how to take it, and which camera of a phone to use. */
export const documentWords: Record<DocumentKind, DocumentWords> = {
  front: { title: "Frente do documento", hint: "O lado com a sua foto, inteiro e sem reflexo.", camera: "environment" },
  back: {
    title: "Verso do documento",
    hint: "O outro lado, ou a página dos dados do passaporte.",
    camera: "environment",
  },
  selfie: { title: "Selfie", hint: "Seu rosto de frente, bem iluminado, sem óculos escuros.", camera: "user" },
};

/**
 * Why a picked file cannot be a document; undefined when it can. `type` is derived from its first bytes. Large pictures
 * are compressed before they are sent.
 */
export function findFileError({ type, size }: { type: string; size: number }): string | undefined {
  if (!(PHOTO_TYPES as readonly string[]).includes(type)) return photoTexts.wrongType;
  return size > GALLERY_FILE_MAX_BYTES ? photoTexts.galleryTooLarge : undefined;
}

/** Why the camera does not open or has stopped, and how to fix it. */
export const cameraFailures = {
  denied: {
    title: "A câmera não foi permitida",
    text: "Permita a câmera para este site no seu navegador e tente de novo, ou escolha um arquivo.",
  },
  missing: { title: "Não encontramos uma câmera", text: "Conecte uma e tente de novo, ou escolha um arquivo." },
  busy: {
    title: "A câmera está em uso",
    text: "Feche o outro programa que a usa e tente de novo, ou escolha um arquivo.",
  },
  stopped: { title: "A câmera parou", text: "Confira se ela está conectada e tente de novo, ou escolha um arquivo." },
  failed: { title: "Não conseguimos abrir a câmera", text: "Tente de novo, ou escolha um arquivo." },
} as const;
export type CameraFailure = keyof typeof cameraFailures;

const FAILURES: Record<string, CameraFailure> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** Maps a browser's camera error to a failure. */
export function findCameraFailure(error: unknown): CameraFailure {
  return (error instanceof Error && FAILURES[error.name]) || "failed";
}

export type RequestForm = { birthOn: string } & Record<DocumentKind, File | undefined>;
export type RequestErrors = Partial<Record<keyof RequestForm, string>>;

export const emptyRequest: RequestForm = { birthOn: "", front: undefined, back: undefined, selfie: undefined };

export function findRequestErrors(form: RequestForm): RequestErrors {
  const missingKinds = VERIFICATION_DOCUMENTS.filter((kind) => form[kind] === undefined);
  return {
    ...(form.birthOn === "" && { birthOn: verificationFields.birthDateRequired }),
    ...Object.fromEntries(missingKinds.map((kind) => [kind, "Falta esta foto"])),
  };
}

/** The pictures in the order of sending. */
export function listPictures(form: RequestForm): File[] {
  return VERIFICATION_DOCUMENTS.flatMap((kind) => form[kind] ?? []);
}
