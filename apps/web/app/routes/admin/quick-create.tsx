import { QuickCreate } from "~/features/accounts/quick-create/quick-create.tsx";
import { PhotoPicker } from "~/features/photos/pick/photo-picker.tsx";
import { usePickedPhotos } from "~/features/photos/pick/use-picked-photos.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Cadastro rápido");

export default function QuickCreatePage() {
  const pickedPhotos = usePickedPhotos();
  const photos = { files: pickedPhotos.photos.map(({ file }) => file), replace: pickedPhotos.replace };
  return (
    <QuickCreate
      photos={photos}
      renderPicker={({ error, share }) => (
        // Without this width the first tile alone would fill the window.
        <div className="max-w-xl">
          <PhotoPicker picked={pickedPhotos} label="Fotos do usuário" error={error} share={share} />
        </div>
      )}
    />
  );
}
