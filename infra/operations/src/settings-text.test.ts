import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { settingsIn } from './settings-file.ts';
import { readSettingsText, withSetting } from './settings-text.ts';

const settingsOf = (text: string) => settingsIn(text, '.env');

describe('a settings file', () => {
  test.each<[string, string, Record<string, string>]>([
    ['a value without quotes', 'A=b c  \nB=2', { A: 'b c', B: '2' }],
    ['quotes of each kind', 'A="b #c"\nB=\'d"e\' # why\nC=`f\'g`', { A: 'b #c', B: 'd"e', C: "f'g" }],
    [
      'a value over lines',
      'KEY="-----BEGIN\nabc=\n-----END"\nB=2',
      { KEY: '-----BEGIN\nabc=\n-----END', B: '2' },
    ],
    ['a dollar', 'A=$HOME\nB="$1"', { A: '$HOME', B: '$1' }],
    ['a comment after a space', 'A=b # c\n#C=d\n  # e', { A: 'b' }],
    ['export and spaces around the name', 'export A=1\n B = 2', { A: '1', B: '2' }],
    ['line ends of Windows', 'A=1\r\n\r\nB="2\r\n3"\r\n', { A: '1', B: '2\n3' }],
    ['a quote inside a value', "A=it's", { A: "it's" }],
    ['nothing as absent', 'A=\nB=""\nC=3', { C: '3' }],
  ])('has %s as Node reads it', (_, text, settings) => {
    expect(settingsOf(text)).toEqual(settings);
    const byNode = Object.entries(parseEnv(text)).filter(([, value]) => value);
    expect(Object.fromEntries(byNode)).toEqual(settings);
  });

  test('may begin with the mark of a Windows editor', () => {
    expect(settingsOf('\uFEFFA=1\nB=2')).toEqual({ A: '1', B: '2' });
  });

  test('may have the line ends of an old Mac', () => {
    expect(settingsOf('A=1\rB=2')).toEqual({ A: '1', B: '2' });
  });
});

describe('a fault of a settings file is one sentence', () => {
  test.each([
    ['a name twice', 'A=1\nB=2\n A=3', 'A: expected one line, got lines 1 and 3; remove all but one.'],
    ['after export', 'A=1\r\nexport A=1\r\n', 'A: expected one line, got lines 1 and 2; remove all but one.'],
    ['after a long value', 'A="1\n2"\nA=3', 'A: expected one line, got lines 1 and 3; remove all but one.'],
    ['a value cut at #', 'B=1\nA=p#word', 'A: expected quotes around a value with # in line 2; correct it.'],
    ['a value that # begins', 'A=#word', 'A: expected quotes around a value with # in line 1; correct it.'],
    [
      'an open quote',
      'A="b\nB=2',
      'A: expected one pair of quotes around the whole value in line 1; correct it.',
    ],
    [
      'text after a quote',
      'A="b" <c>',
      'A: expected one pair of quotes around the whole value in line 1; correct it.',
    ],
    [
      'an escaped quote',
      'A="b\\"c"',
      'A: expected one pair of quotes around the whole value in line 1; correct it.',
    ],
    ['no =', 'A=1\nMAIL FROM', 'line 2: expected NAME=value or a comment; correct it.'],
    ['a name that no shell knows', 'MAIL-FROM=1', 'line 1: expected NAME=value or a comment; correct it.'],
  ])('%s', (_, text, sentence) => {
    expect(readSettingsText(text).faults).toEqual([sentence]);
  });

  test('the error lists all faults of a file, without values', () => {
    expect(() => settingsIn('S=a#secret\nS=2', '/srv/.env.production')).toThrow(
      /^\/srv\/\.env\.production: S: expected quotes .+ in line 1; correct it\.\n\/srv\/\.env\.production: S: expected one line, got lines 1 and 2; remove all but one\.$/,
    );
  });
});

describe('a setting is written', () => {
  test.each([
    ['in its line', 'A=1\nB=2\n', 'A=n\nB=2\n'],
    ['over the lines of its value', 'A="1\n2" # why\nB=2', 'A=n\nB=2'],
    ['over a line with export and spaces', ' export A = 1\nB=2', 'A=n\nB=2'],
    ['in the place of its example', '# A has an example\n#A=1\nB=2', '# A has an example\nA=n\nB=2'],
    ['at the end, without a line break before', 'B=2', 'B=2\nA=n\n'],
    ['at the end of a file of Windows', 'B=2\r\n', 'B=2\r\nA=n\r\n'],
    ['in a line of Windows', '\uFEFFA=1\r\nB=2\r\n', '\uFEFFA=n\r\nB=2\r\n'],
    ['not into another value', 'B="\nA=1\n"\n', 'B="\nA=1\n"\nA=n\n'],
  ])('%s', (_, before, after) => {
    expect(withSetting(before, 'A', 'n')).toBe(after);
  });

  test.each(['a b', 'a#b', "it's", 'a"b', '$&$1', '', 'whsec_a+/=', 'a\nb'])('and read again: %j', value => {
    expect(readSettingsText(withSetting('A=1\nB=2', 'A', value)).entries[0]).toMatchObject({
      name: 'A',
      value,
    });
  });
});
