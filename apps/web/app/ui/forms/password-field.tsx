import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "trailing" | "icon">;

/** A password field with a button that shows the password. `autoComplete` is "current-password" or "new-password". */
export function PasswordField(props: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? "text" : "password"}
      trailing={
        <IconButton
          label={isShown ? "Ocultar senha" : "Mostrar senha"}
          className="text-muted"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      }
    />
  );
}
