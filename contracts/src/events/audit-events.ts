import { z } from 'zod';
import { longestUserAgent, requestActions } from '../audit.ts';
import { auditChange } from '../audit-change.ts';
import { defineEvent } from '../event.ts';
import { id, instant } from '../primitive.ts';

export const requestAudited = defineEvent('request.audited', {
  by: 'gateway',
  summary: 'A request that the audit log keeps: who, what, when, from where, and what came of it',
  data: z.object({
    /** Of the entry, and of the event that carries it. */
    id,
    at: instant,
    action: z.enum(requestActions),
    /** The user whose session or user id came with the request; null where that proves nobody. */
    actorId: id.nullable(),
    caller: z.enum(['nobody', 'user', 'key', 'service']),
    /**
     * SHA-256 of a key of ours, by which auth finds its owner. Null for other bearers: the hash of what a person chose
     * could be guessed.
     */
    keyHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    /** `auth.setUserStatus`, never a path: paths carry tokens. */
    route: z.string().max(100),
    /** Ids that the request named, by parameter; nothing that could be a secret. */
    named: z.record(z.string(), z.string().max(64)),
    /** What it changed, as the service says it; empty where that has no plain value. */
    changes: z.array(auditChange).default([]),
    /** HTTP status; 499 when the client left before the reply. */
    status: z.int(),
    ip: z.union([z.ipv4(), z.ipv6(), z.literal('')]),
    userAgent: z.string().max(longestUserAgent),
    requestId: z.string(),
  }),
  key: ({ actorId, ip }) => actorId ?? ip,
});
