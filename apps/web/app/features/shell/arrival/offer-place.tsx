// With a query the build emits separate files, so that no page loads their addresses as JavaScript.
import eveningOne from "~/art/offer-1.webp?url";
import eveningTwo from "~/art/offer-2.webp?url";
import eveningThree from "~/art/offer-3.webp?url";
import eveningFour from "~/art/offer-4.webp?url";
import { cx } from "~/ui/basics/cx.ts";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { FirstTexts, FirstTextTemplate } from "./first-texts.tsx";

const PICTURES = [eveningOne, eveningTwo, eveningThree, eveningFour];
const TILTS = ["-rotate-6 translate-y-3", "-rotate-2", "rotate-2", "rotate-6 translate-y-3"];

/**
 * The slot where the server writes the head of /premium for a payer without premium, and its words for a baby. Looks
 * like `OfferHead`, which cannot be imported here: a file shared by the screen and this skeleton would be loaded with
 * every page.
 */
export function OfferPlace() {
  return (
    <>
      <FirstTexts name="offer" className="peer empty:hidden" />
      <FirstTextTemplate kind="offer">
        <div>
          <h1 className="px-4 pt-4 md:hidden">Premium</h1>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-4 md:px-8 md:pt-6">
            <div className="bg-evening relative overflow-hidden rounded-sheet px-5 py-5.5 md:px-10 md:py-10">
              <h2 className="text-22 font-[480] text-on-dusk max-sm:max-w-[66%] max-sm:text-[1.25rem] md:text-36">
                Mais tempo para <em className="block">o que importa</em>
              </h2>
              <p className="mt-2 max-w-[44ch] text-14 text-on-dusk-soft max-sm:max-w-[58%] md:max-w-[32ch] lg:max-w-[44ch] md:text-16">
                Escolha como quer conversar. Sem renovação automática.
              </p>
              <div className="absolute top-5 -right-6 flex h-full sm:right-4 md:top-6 md:right-8">
                {PICTURES.map((src, at) => (
                  // Without the picture element, React would preload these files on every page.
                  <picture key={src} className="contents">
                    <img
                      src={src}
                      alt=""
                      width={240}
                      height={320}
                      // The two pictures that phones show are loaded before the scripts
                      // (platform/pages/member-page.ts).
                      fetchPriority={at < PICTURES.length - 2 ? undefined : "high"}
                      className={cx(
                        "h-[120px] w-auto rounded-card border-4 border-on-dusk/12 object-cover md:h-50",
                        at > 0 && "-ml-[36px] md:-ml-4",
                        at < PICTURES.length - 2 && "max-lg:hidden",
                        TILTS[at],
                      )}
                    />
                  </picture>
                ))}
              </div>
            </div>
            <Skeleton shape="card" className="h-72" />
          </div>
        </div>
      </FirstTextTemplate>
      {/* Looks like the screen's `EmptyState` for a baby. */}
      <FirstTextTemplate kind="no-plans">
        <div>
          <h1 className="px-4 pt-4 md:hidden">Premium</h1>
          <div className="mx-auto grid max-w-110 content-start justify-items-center gap-2.5 px-5 py-10 text-center md:py-16">
            <div className="h-[178px] pt-5">
              <Skeleton shape="card" className="h-[130px] w-[98px]" />
            </div>
            <h2 className="text-22">Plano Premium</h2>
            <p className="text-balance text-muted">{"{text}"}</p>
          </div>
        </div>
      </FirstTextTemplate>
    </>
  );
}
