import { QueryClientProvider } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import hero from "~/art/hero-signup.webp";
import { AuthHero } from "~/features/accounts/auth-hero.tsx";
import { ConfirmationPending } from "~/features/accounts/sign-up/confirmation-pending.tsx";
import { SignUpDataStep } from "~/features/accounts/sign-up/data-step.tsx";
import { photosHint } from "~/features/accounts/sign-up/rules.ts";
import { SignUpSteps } from "~/features/accounts/sign-up/steps.tsx";
import { useSignUpFlow } from "~/features/accounts/sign-up/use-sign-up-flow.ts";
import { GuestBar } from "~/features/shell/arrival/guest-bar.tsx";
import { BrandLink } from "~/features/shell/brand-link.tsx";
import { publicMeta } from "~/features/shell/screen/page-title.ts";
import { queryClient } from "~/platform/query.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";

// Loaded while the first step is filled in.
const SignUpPhotos = lazyPart(() => import("./sign-up-photos.tsx").then((file) => file.SignUpPhotos));

export const meta = () =>
  publicMeta(
    "Crie sua conta",
    "Um clube discreto, para gente adulta. Crie seu perfil em dois passos. Só para maiores de 18 anos.",
  );

export default function SignUp() {
  return (
    <QueryClientProvider client={queryClient}>
      <GuestBar isSigningUp className="lg:hidden" />
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[26rem_minmax(0,1fr)]">
        <AuthHero
          brandLink={<BrandLink to="/login" />}
          headline={["Um clube discreto,", "para gente adulta."]}
          picture={
            <img
              src={hero}
              alt=""
              fetchPriority="high"
              className="absolute inset-0 size-full object-cover object-[50%_100%]"
            />
          }
          className="sticky top-0 h-dvh max-lg:hidden lg:max-xl:px-8"
          headlineClass="mt-9 text-28 xl:text-36"
          foot={
            <span>
              <ShieldCheck aria-hidden /> Só para maiores de 18 anos
            </span>
          }
        />
        <SignUpPanel />
      </div>
    </QueryClientProvider>
  );
}

function SignUpPanel() {
  usePreload(SignUpPhotos);
  const flow = useSignUpFlow();
  // Once opened, step 2 stays mounted together with step 1, so that going back keeps the photos.
  const [hasPhotos, setHasPhotos] = useState(false);
  if (flow.step === 2 && !hasPhotos) setHasPhotos(true);

  function handleMissingCode() {
    setHasPhotos(false);
    flow.goBack();
  }
  if (flow.awaiting) {
    return (
      <main>
        <ConfirmationPending email={flow.awaiting} />
      </main>
    );
  }
  return (
    <main className="mx-auto w-full max-w-216 px-5 pt-4 pb-8 md:px-8 md:pt-7 md:pb-10 xl:px-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <SignUpSteps current={flow.step} />
        <p className="text-14 max-lg:hidden">
          Já tem conta? <TextLink to="/login">Entrar</TextLink>
        </p>
      </div>
      {flow.step === 1 ? (
        <div className="mt-3.5 mb-4 items-baseline justify-between gap-4 md:mt-5 md:flex">
          <h1>Crie sua conta</h1>
          <p className="text-14 text-muted max-md:mt-1.5">Preencha todos os campos.</p>
        </div>
      ) : (
        <div className="mt-3.5 mb-4 md:mt-5 md:mb-5">
          <h1 ref={takeFocus} tabIndex={-1} className="outline-none">
            Adicione suas fotos
          </h1>
          <p className="mt-1.5 text-muted">{photosHint}</p>
        </div>
      )}
      {flow.step === 1 && <SignUpDataStep form={flow.form} />}
      <LazyPart fallback={flow.step === 2 && <Skeleton className="h-80" />} onFailure={handleMissingCode}>
        {hasPhotos && <SignUpPhotos flow={flow} isShown={flow.step === 2} />}
      </LazyPart>
    </main>
  );
}
