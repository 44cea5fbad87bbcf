import type { Contract } from "@caramelo/contract/contract";
import { confirmEmail, resendConfirmation } from "./features/accounts/handlers/confirmations.ts";
import { devices, endDevice } from "./features/accounts/handlers/devices.ts";
import { changeEmail, changePassword, deactivate } from "./features/accounts/handlers/own-account.ts";
import { checkRecovery, requestRecovery, resetPassword } from "./features/accounts/handlers/recovery.ts";
import { session, signIn, signOut } from "./features/accounts/handlers/sessions.ts";
import { signUp } from "./features/accounts/handlers/sign-up.ts";
import * as cities from "./features/cities/handlers.ts";
import * as discovery from "./features/discovery/handlers.ts";
import * as favoriteLists from "./features/favorites/handlers/lists.ts";
import * as favoriteToggle from "./features/favorites/handlers/toggle.ts";
import * as mail from "./features/mail/handlers.ts";
import { clear, markRead } from "./features/messaging/handlers/marks.ts";
import { changes, conversations, history, room } from "./features/messaging/handlers/reads.ts";
import { send } from "./features/messaging/handlers/send.ts";
import * as bell from "./features/notifications/handlers/bell.ts";
import * as push from "./features/notifications/handlers/push.ts";
import * as gallery from "./features/photos/handlers/gallery.ts";
import * as photoRead from "./features/photos/handlers/read.ts";
import * as presence from "./features/presence/handlers.ts";
import * as ownProfile from "./features/profiles/handlers/own.ts";
import * as profileRead from "./features/profiles/handlers/read.ts";
import * as safety from "./features/safety/handlers.ts";
import * as settings from "./features/settings/handlers.ts";
import * as visits from "./features/visits/handlers.ts";
import type { Context } from "./platform/context.ts";
import type { HandlersOf } from "./platform/http/serve-contract.ts";

const accounts = {
  ...{ signUp, signIn, session, signOut },
  ...{ requestRecovery, checkRecovery, resetPassword, confirmEmail, resendConfirmation },
  ...{ changeEmail, changePassword, devices, endDevice, deactivate },
};

/** Who answers each call of the contract; a missing one does not compile. */
export const handlers: HandlersOf<Contract, Context> = {
  accounts,
  cities,
  discovery,
  favorites: { ...favoriteToggle, ...favoriteLists },
  mail,
  messaging: { conversations, room, history, send, markRead, clear, changes },
  notifications: { ...bell, ...push },
  photos: { ...gallery, ...photoRead },
  presence,
  profiles: { ...ownProfile, ...profileRead },
  safety,
  settings,
  visits,
};
