import { describe, expect, test } from 'vitest';
import { assignedText } from './copy.ts';

describe('the text after an assignment', () => {
  test('tells a new one from a ZIP that the user already has', () => {
    const message = 'Ada Example already has ZIP code 90210. Nothing changed.';
    expect(assignedText({ message, isUnchanged: true })).toEqual({
      title: 'The user already has this ZIP code',
      description: message,
    });
    expect(assignedText({ isUnchanged: false }).title).toBe('ZIP code assigned');
    expect(assignedText(null).title).toBe('ZIP code assigned');
  });
});
