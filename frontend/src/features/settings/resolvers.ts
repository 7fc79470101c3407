import { profile as profileSchema, signUp } from '@closingwire/contracts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { passwordCopy } from './copy.ts';

export const profile = zodResolver(
  profileSchema.extend({ currentPassword: z.string().max(1000).optional() }),
);

export const passwordChange = zodResolver(
  signUp
    .pick({ password: true })
    .extend({ confirmation: z.string(), current: z.string(), nonce: z.string() })
    .refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: passwordCopy.mismatch,
    }),
);
