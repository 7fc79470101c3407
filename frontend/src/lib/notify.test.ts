import { beforeEach, expect, test } from 'vitest';
import { connectToaster, dropFailure, type Notice, notify } from './notify.ts';

const failure: Notice = { title: 'Error', tone: 'danger' };
let shown: (Notice | null)[] = [];

beforeEach(() => {
  shown = [];
  return connectToaster(notice => shown.push(notice));
});

test('the toast of a mended failure is removed, once', () => {
  notify(failure);
  dropFailure();
  dropFailure();
  expect(shown).toEqual([failure, null]);
});

test('a success and the failure of another action stay', () => {
  const success: Notice = { title: 'Saved', tone: 'positive' };
  notify(success);
  dropFailure();
  notify({ title: 'Not saved', tone: 'danger' });
  dropFailure(failure);
  expect(shown).toHaveLength(2);
  expect(shown).not.toContain(null);
});
