import { signIn as credentials, signUp } from '@closingwire/contracts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { resetCopy } from './copy.ts';

export const signIn = zodResolver(credentials);
export const registration = zodResolver(signUp);
export const resetRequest = zodResolver(signUp.pick({ email: true }));

export const newPassword = zodResolver(
  signUp
    .pick({ password: true })
    .extend({ confirmation: z.string() })
    .refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: resetCopy.mismatch,
    }),
);
