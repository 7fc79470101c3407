import { signUp } from '@closingwire/contracts/user';
import { z } from 'zod';
import { resetCopy } from './copy.ts';

export const resetRequest = signUp.pick({ email: true });

export const newPassword = signUp
  .pick({ password: true })
  .extend({ confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    message: resetCopy.mismatch,
  });
