/** What calls of accounts refuse beside what their input and their caller decide. */

const passwordWrong = {
  invalid_credentials: { status: 400, message: 'The password is not right' },
  password_missing: { status: 400, message: 'This account has no password yet' },
};
const passwordWeak = { weak_password: { status: 400, message: 'The password is too easy to guess' } };
const busy = { too_busy: { status: 503, message: 'Too many people sign in now' } };
const mailsSpent = { over_email_send_rate_limit: { status: 429, message: 'Too many mails in this hour' } };
const noKey = { api_key_not_found: { status: 404, message: 'There is no such key' } };
const keysFull = { too_many_api_keys: { status: 409, message: 'Revoke a key first' } };
const lastAdmin = { last_admin: { status: 409, message: 'This is the only active admin' } };
const noUser = { user_not_found: { status: 404, message: 'User not found' } };
const notConfirmed = {
  email_not_confirmed: { status: 409, message: 'This user has not confirmed the email address yet' },
};

export const authFailures = {
  signIn: {
    invalid_credentials: { status: 400, message: 'Invalid login credentials' },
    email_not_confirmed: { status: 400, message: 'Email not confirmed' },
    user_banned: { status: 403, message: 'This account is suspended' },
    ...busy,
  },
  signUp: { ...passwordWeak, ...mailsSpent, ...busy },
  updatePassword: {
    otp_expired: { status: 400, message: 'Invalid or missing reset token' },
    ...passwordWeak,
    ...busy,
  },
  updateProfile: { ...passwordWrong, ...mailsSpent, ...busy },
  setCompany: { industry_set: { status: 409, message: 'This account has an industry already' } },
  exportAccount: { export_incomplete: { status: 503, message: 'Your data could not be gathered' } },
  deleteAccount: { ...passwordWrong, ...lastAdmin, ...busy },
  endSession: { session_not_found: { status: 404, message: 'There is no such session' } },
  createApiKey: keysFull,
  rollApiKey: noKey,
  revokeApiKey: noKey,
  setUserStatus: {
    ...noUser,
    ...notConfirmed,
    ...lastAdmin,
    own_suspension: { status: 409, message: 'You cannot suspend your own account' },
  },
  setUserDetails: {
    ...noUser,
    account_unknown: { status: 404, message: 'This person has no account yet' },
    ...notConfirmed,
    email_exists: { status: 409, message: 'Another user has this email address' },
  },
  refreshSession: {
    session_expired: { status: 400, message: 'Session Expired' },
    user_banned: { status: 400, message: 'User is banned' },
    refresh_token_not_found: { status: 400, message: 'Refresh Token Not Found' },
    refresh_token_already_used: { status: 400, message: 'Already Used' },
  },
};
