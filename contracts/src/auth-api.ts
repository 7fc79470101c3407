import { z } from 'zod';
import { done, emailAddress, id, shortText } from './primitive.ts';
import { routesOf } from './route.ts';
import { password, profile, session, signIn, signUp, user, userStatus } from './user.ts';

const route = routesOf('auth');

/** What an admin may change on a user; absent fields stay. `trialDays` is a credit from today. */
export const userDetails = z.object({
  firstName: shortText.optional(),
  lastName: shortText.optional(),
  email: emailAddress.optional(),
  phone: shortText.optional(),
  industry: shortText.optional(),
  companyName: shortText.optional(),
  teamSize: shortText.optional(),
  emailNotifications: z.boolean().optional(),
  trialDays: z.int().min(0).max(365).optional(),
});

export const authApi = {
  currentUser: route('public', {
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in user, or null for a visitor',
  }).output(user.nullable()),

  signIn: route('public', {
    method: 'POST',
    path: '/api/auth/signin',
    summary: 'Sign in with e-mail and password; sets the session cookies',
    limit: 'sign-in',
  })
    .input(signIn)
    .output(z.object({ user, session })),

  signUp: route('public', {
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Register; the account is activated by the link in the mail',
    description: 'Answers alike whether or not the address has an account.',
    limit: 'sign-up',
  })
    .input(signUp)
    .output(done.extend({ email: z.string(), confirmationRequired: z.boolean() })),

  signOut: route('public', {
    method: 'POST',
    path: '/api/auth/signout',
    summary: 'End this session and clear its cookies',
  }).output(done),

  requestPasswordReset: route('public', {
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Mail a link to choose a new password; it lives 1 hour',
    limit: 'recovery',
  })
    .input(z.object({ email: emailAddress }))
    .output(done),

  updatePassword: route('public', {
    method: 'POST',
    path: '/api/auth/update-password',
    summary: 'Set a new password with the recovery token as bearer',
    description: 'The bearer is the token of the mailed link; it works once. All sessions end.',
    limit: 'recovery',
  })
    .input(z.object({ password }))
    .output(done),

  updatePreferences: route('user', {
    method: 'PUT',
    path: '/api/user/preferences',
    summary: 'Turn e-mail notifications on or off',
  })
    .input(z.object({ emailNotifications: z.boolean() }))
    .output(user),

  updateProfile: route('user', {
    method: 'PUT',
    path: '/api/user/profile',
    summary: 'Change the own profile',
  })
    .input(profile)
    .output(user),

  listUsers: route('admin', {
    method: 'GET',
    path: '/api/admin/users',
    summary: 'All users',
  }).output(z.object({ users: z.array(user) })),

  searchUsers: route('admin', {
    method: 'GET',
    path: '/api/admin/users/search',
    summary: 'Users by name, e-mail, industry, company or phone',
  })
    .input(z.object({ q: z.string().trim().max(200).default('') }))
    .output(z.object({ users: z.array(user) })),

  setUserStatus: route('admin', {
    method: 'PATCH',
    path: '/api/admin/users/{userId}/status',
    summary: 'Suspend, reinstate, or change the admin flag',
  })
    .input(z.object({ userId: id, status: userStatus.optional(), isAdmin: z.boolean().optional() }))
    .output(user),

  setUserDetails: route('admin', {
    method: 'PATCH',
    path: '/api/admin/users/{userId}',
    summary: 'Change details of a user, and credit trial days',
  })
    .input(userDetails.extend({ userId: id }))
    .output(user),

  refreshSession: route('internal', {
    method: 'POST',
    path: '/internal/sessions/refresh',
    summary: 'Rotate a refresh token for the gateway',
  })
    .input(z.object({ refreshToken: z.string().min(1).max(512) }))
    .output(session.omit({ user: true })),
};
