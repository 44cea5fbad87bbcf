import { useState } from "react";
import { SignUpPhotosStep } from "~/features/accounts/sign-up/photos-step.tsx";
import type { SignUpFlow } from "~/features/accounts/sign-up/use-sign-up-flow.ts";
import { PhotoPicker } from "~/features/photos/pick/photo-picker.tsx";
import { preparePhoto } from "~/features/photos/pick/prepare-photo.ts";
import { usePhotoDraft } from "~/features/photos/pick/use-photo-draft.ts";
import { usePickedPhotos } from "~/features/photos/pick/use-picked-photos.ts";
import { findCountError, SIGN_UP_LIMIT } from "~/features/photos/rules.ts";

/** Step 2 of the sign-up. It keeps the photos while step 1 is shown. */
export function SignUpPhotos({ flow, isShown }: { flow: SignUpFlow; isShown: boolean }) {
  const pickedPhotos = usePickedPhotos({ limit: SIGN_UP_LIMIT, prepare: preparePhoto });
  const [countError, setCountError] = useState<string>();
  usePhotoDraft(pickedPhotos, flow.isDone);

  function checkPhotos() {
    const error = findCountError(pickedPhotos.photos.length);
    setCountError(error);
    return !error;
  }
  if (!isShown) return null;
  const isCountWrong = countError && findCountError(pickedPhotos.photos.length) === countError;
  return (
    <SignUpPhotosStep
      isPreparing={pickedPhotos.preparing > 0}
      share={flow.share}
      isDone={flow.isDone}
      asksForPassword={flow.asksForPassword}
      onBack={flow.goBack}
      checkPhotos={checkPhotos}
      onSubmit={(password) =>
        flow.createAccount(
          pickedPhotos.photos.map(({ file }) => file),
          password,
        )
      }
    >
      <PhotoPicker picked={pickedPhotos} error={isCountWrong ? countError : undefined} share={flow.share} />
    </SignUpPhotosStep>
  );
}
