import {
  paymentFailed,
  paymentGivenUp,
  paymentRecovered,
  standingChanged,
  trialExpired,
  trialExpiring,
  trialHoldEnded,
  trialHoldEnding,
  trialStarted,
} from './events/account-events.ts';
import { requestAudited } from './events/audit-events.ts';
import { contactMessageReceived, settingChanged } from './events/content-events.ts';
import {
  leadFlagged,
  leadListReady,
  leadReceived,
  optOutDecided,
  optOutReviewNeeded,
} from './events/lead-events.ts';
import { noticesDeclined } from './events/notification-events.ts';
import { subscriptionCancelled, subscriptionCreated } from './events/subscription-events.ts';
import {
  sessionRevoked,
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from './events/user-events.ts';
import { zipAssigned, zipChanged, zipRefreshRequested, zipReleased } from './events/zip-events.ts';

/** Every event of the product. */
export const allEvents = [
  userRegistered,
  userUpdated,
  userSuspended,
  userReinstated,
  userDeleted,
  sessionRevoked,
  trialStarted,
  trialExpiring,
  trialExpired,
  trialHoldEnding,
  trialHoldEnded,
  standingChanged,
  paymentFailed,
  paymentRecovered,
  paymentGivenUp,
  subscriptionCreated,
  subscriptionCancelled,
  zipAssigned,
  zipReleased,
  zipChanged,
  zipRefreshRequested,
  leadReceived,
  leadListReady,
  leadFlagged,
  optOutReviewNeeded,
  optOutDecided,
  contactMessageReceived,
  settingChanged,
  noticesDeclined,
  requestAudited,
] as const;
