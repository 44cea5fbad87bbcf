import { commonErrors, RELOAD_PAGE } from "@caramelo/contract/texts/common";

let wasTold = false;

/**
 * The text for code that has not loaded. Many browsers remember a failed load as long as the page lives, so after the
 * first time only a new page may help.
 */
export function describeMissingCode(): string {
  const text = wasTold ? RELOAD_PAGE : commonErrors.NETWORK_ERROR;
  wasTold = true;
  return text;
}
