import { describe, expect, it } from 'vitest';
import { adviseOn } from './password-advice.ts';

describe('the advice on a new password', () => {
  it('warns of leaked passwords in any case', () => {
    expect(adviseOn('PassWord')).toMatchObject({ level: 0, advice: expect.stringMatching(/leaked/) });
  });

  it('asks for more than twelve random characters', () => {
    expect(adviseOn('x9$Lq2!z')).toMatchObject({ advice: expect.stringMatching(/12 characters/) });
    expect(adviseOn('x9$Lq2!z').level).toBeLessThan(4);
  });

  it('advises against personal facts', () => {
    const { level, advice } = adviseOn('thornberry1', ['Ada Thornberry', 'ada@example.com']);
    expect(advice).toMatch(/your name/);
    expect(level).toBeLessThan(3);
  });

  it('accepts four unrelated words', () => {
    expect(adviseOn('gravel onward tulip nebula')).toMatchObject({ level: 4, word: 'Strong' });
  });

  it('recognizes a repeated word', () => {
    expect(adviseOn('abcabcabcabcabc').level).toBeLessThan(2);
  });

  it('rates a thousand characters quickly', () => {
    expect(adviseOn('aB3$'.repeat(250)).word).toBeTruthy();
  });
});
