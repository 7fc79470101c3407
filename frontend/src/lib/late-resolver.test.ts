import { expect, test, vi } from 'vitest';
import { lateResolver } from './late-resolver.ts';

type Values = { email: string };

const options = { fields: {}, shouldUseNativeValidation: false };
const refusal = { values: {}, errors: { email: { type: 'format', message: 'no address' } } };

test('a late resolver is fetched when first needed', async () => {
  const load = vi.fn(async () => () => refusal);
  const late = lateResolver<Values>(load);
  expect(load).not.toHaveBeenCalled();
  expect(await late.resolver({ email: 'ada' }, undefined, options)).toEqual(refusal);
  expect(load).toHaveBeenCalledOnce();
});

test('a form is sent unchecked without its schema', async () => {
  const late = lateResolver<Values>(() => Promise.reject(new Error('offline')));
  late.load();
  expect(await late.resolver({ email: 'ada' }, undefined, options)).toEqual({
    values: { email: 'ada' },
    errors: {},
  });
});
