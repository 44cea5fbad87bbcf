import { brand } from "@caramelo/contract/brand/brand";
import { EyeOff, MapPinOff, ShieldCheck } from "lucide-react";
import { useLocation } from "react-router";
import hero from "~/art/hero-login.webp";
import phoneHero from "~/art/hero-login-phone.webp";
import { AuthHero } from "~/features/accounts/auth-hero.tsx";
import { PasskeySignIn } from "~/features/accounts/passkeys/passkey-sign-in.tsx";
import { findNewEmail, findWords, type SignInWords } from "~/features/accounts/sign-in/rules.ts";
import { SignInForm } from "~/features/accounts/sign-in/sign-in-form.tsx";
import { SignUpInvitation } from "~/features/accounts/sign-in/sign-up-invitation.tsx";
import { useSignInForm } from "~/features/accounts/sign-in/use-sign-in-form.ts";
import { BrandLink } from "~/features/shell/brand-link.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { useIsHydrated } from "~/platform/hydration.ts";
import { cx } from "~/ui/basics/cx.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";

export const meta = () =>
  publicMeta("Entrar", `${brand.tagline} Discrição, e fotos sem localização. Só para maiores de 18 anos.`);

export default function Login() {
  const isHydrated = useIsHydrated();
  const { words, newEmail } = useArrival(isHydrated);
  const form = useSignInForm(newEmail);
  // Words above the form shrink the picture, so that the button stays in view on phones.
  const isTight = form.rejection !== undefined || words !== undefined;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)]">
      <AuthHero
        brandLink={<BrandLink to="/login" />}
        headline={[brand.taglineStart, brand.taglineEnd]}
        isTitleForStrangers={!newEmail}
        picture={<HeroPicture />}
        className={cx(
          "transition-[height] lg:h-auto",
          isTight ? "h-34" : "h-74 stranger:max-lg:h-70",
          !isHydrated && "parted:max-lg:h-34",
        )}
        headlineClass={cx(
          "mt-1 lg:mt-9 lg:text-[2.75rem] lg:leading-[1.08]",
          isTight ? "text-22" : "text-[1.5rem] md:text-36",
          !isHydrated && "parted:max-lg:text-22",
        )}
        foot={<Promises />}
      />
      <main className="grid justify-items-center px-5 py-6 md:p-8 lg:content-center lg:px-12">
        <div className="grid w-full gap-4 md:max-w-96 md:gap-5">
          <Greeting isNewAccount={newEmail !== undefined} />
          <SignInForm
            form={form}
            words={isHydrated ? words && <Alert tone={words.tone}>{words.text}</Alert> : <WordsSpace />}
          />
          {newEmail === undefined && <SignUpInvitation className="returning:hidden" />}
          <PasskeySignIn isRemembered={form.values.remember} />
          <p className="text-center md:mt-1">
            Ainda não tem conta? <TextLink to="/cadastro">Cadastre-se</TextLink>
          </p>
        </div>
      </main>
    </div>
  );
}

/** Strangers see the tagline instead of a greeting. The page is prerendered once, so it contains both. */
function Greeting({ isNewAccount }: { isNewAccount: boolean }) {
  if (isNewAccount) return <h1 className="text-22 md:mb-1 md:text-28">Falta só entrar</h1>;
  return (
    <div className="md:mb-1 stranger:hidden">
      <h1 className="text-22 md:text-28">Que bom ter você de volta</h1>
      <p className="mt-1.5 text-muted">Entre para continuar de onde parou.</p>
    </div>
  );
}

function HeroPicture() {
  return (
    <picture>
      <source media="(width < 64rem)" srcSet={phoneHero} />
      <img
        src={hero}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover object-right lg:object-bottom"
      />
    </picture>
  );
}

type Arrival = { words?: SignInWords | undefined; newEmail?: string | undefined };

/** The message of the previous screen: a new account, a new password, an expired link or an expired session. */
function useArrival(isHydrated: boolean): Arrival {
  const { state } = useLocation();
  // The history entry survives a reload, but prerendered HTML lacks it, so it is read only after hydration.
  return isHydrated ? { words: findWords(state), newEmail: findNewEmail(state) } : {};
}

/**
 * Until hydration: reserves the space of the words, determined by platform/returning.ts, so that they push nothing
 * down.
 */
function WordsSpace() {
  return (
    <div aria-hidden className="invisible hidden parted:block">
      <Alert>
        <span className="before:content-(--parting-words)" />
      </Alert>
    </div>
  );
}

/** Contains only claims that already hold for the product. */
function Promises() {
  return (
    <>
      <span>
        <ShieldCheck aria-hidden /> Só para maiores de 18 anos
      </span>
      <span>
        <MapPinOff aria-hidden /> Fotos sem localização
      </span>
      <span>
        <EyeOff aria-hidden /> Discrição
      </span>
    </>
  );
}
