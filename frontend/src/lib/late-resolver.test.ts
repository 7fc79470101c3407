import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { lateResolver } from './late-resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const schema = z.object({ email: z.email('no address') });

test('a schema loads on first use', async () => {
  const load = vi.fn(async () => schema);
  const late = lateResolver(load);
  expect(load).not.toHaveBeenCalled();
  expect(await late.resolver({ email: 'ada' }, undefined, options)).toMatchObject({
    values: {},
    errors: { email: { type: 'invalid_format', message: 'no address' } },
  });
  expect(load).toHaveBeenCalledOnce();
});

test('a form is sent unchecked without its schema', async () => {
  const late = lateResolver<{ email: string }>(() => Promise.reject(new Error('offline')));
  late.load();
  expect(await late.resolver({ email: 'ada' }, undefined, options)).toEqual({
    values: { email: 'ada' },
    errors: {},
  });
});
