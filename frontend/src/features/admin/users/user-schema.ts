import { userDetails } from '@closingwire/contracts/auth';

/** The form has every field; the credit may be empty. */
export const userSchema = userDetails.required().extend({ trialDays: userDetails.shape.trialDays });
