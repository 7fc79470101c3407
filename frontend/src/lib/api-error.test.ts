import { describe, expect, it } from 'vitest';
import {
  ApiError,
  failureOf,
  isUnauthorized,
  messageOf,
  paymentRequiredBy,
  UnexpectedReply,
} from './api-error.ts';

const problem = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });

describe('a failed reply', () => {
  it('has the message of its problem document', async () => {
    const error = await failureOf(problem(409, { message: '90210 is taken', zipCodes: ['90210'] }));
    expect(error).toMatchObject({ status: 409, message: '90210 is taken', body: { zipCodes: ['90210'] } });
  });

  it('has status and body as its message otherwise', async () => {
    row('error/status-and-body');
    const error = await failureOf(new Response('upstream away', { status: 502 }));
    expect(error.message).toBe('502: upstream away');
  });

  it('falls back to the status text when empty', async () => {
    row('error/status-text');
    const error = await failureOf(new Response('', { status: 504, statusText: 'Gateway Timeout' }));
    expect(error.message).toBe('504: Gateway Timeout');
  });
});

describe('an unauthorized error', () => {
  it('is recognized by status or text', () => {
    expect(isUnauthorized(new ApiError(401, 'Please sign in'))).toBe(true);
    expect(isUnauthorized(new Error('No token provided'))).toBe(true);
    expect(isUnauthorized(new Error('Unauthorized'))).toBe(true);
    expect(isUnauthorized(new ApiError(500, 'Request 4012 failed'))).toBe(false);
  });
});

describe('a demand for payment', () => {
  it('carries the four fields of a 402', async () => {
    const fields = { trialExpired: true, requiresPayment: true, zipCount: 3, monthlyAmount: 45 };
    const error = await failureOf(problem(402, { message: 'Trial expired', ...fields }));
    expect(paymentRequiredBy(error)).toEqual(fields);
  });

  it('is recognized without the fields', async () => {
    row('error/402-words');
    const error = await failureOf(new Response('Your trial has expired', { status: 402 }));
    expect(paymentRequiredBy(error)).toMatchObject({ trialExpired: true, requiresPayment: true });
  });

  it('is null for another status', () => {
    expect(paymentRequiredBy(new ApiError(403, 'trial'))).toBeNull();
    expect(paymentRequiredBy(new TypeError('Failed to fetch'))).toBeNull();
  });
});

describe('the message for users', () => {
  it('is the fallback when the network failed', () => {
    expect(messageOf(new TypeError('Failed to fetch'), 'Try again')).toBe('Try again');
    expect(messageOf(new UnexpectedReply('leads.listAgents'), 'Try again')).toBe('Try again');
  });

  it('is the fallback if a refusal has no message', async () => {
    const page = new Response('<h1>Bad gateway</h1>', { status: 502 });
    for (const reply of [
      page,
      problem(500, {}),
      problem(500, { message: '' }),
      new Response('', { status: 503 }),
    ])
      expect(messageOf(await failureOf(reply), 'Failed to fetch agents')).toBe('Failed to fetch agents');
  });

  it("is the server's message", async () => {
    const refusal = await failureOf(problem(409, { message: 'Taken' }));
    expect(messageOf(refusal, 'Try again')).toBe('Taken');
  });
});
