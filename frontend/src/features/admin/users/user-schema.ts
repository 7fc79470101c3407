import { userDetails } from '@closingwire/contracts/auth';

/** Every field stands in the form; the credit may be empty. */
export const userSchema = userDetails.required().extend({ trialDays: userDetails.shape.trialDays });
