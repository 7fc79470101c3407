import { profile as ownProfile, signUp } from '@closingwire/contracts/user';
import { z } from 'zod';
import { passwordCopy } from './copy.ts';

export const profile = ownProfile.extend({
  currentPassword: z.string().max(4000).optional(),
  nonce: z.string().max(20).optional(),
});

export const passwordChange = signUp
  .pick({ password: true })
  .extend({ confirmation: z.string(), current: z.string(), nonce: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    message: passwordCopy.mismatch,
  });
