import { access } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { root } from '../root.ts';
import { slowestFiles } from './slow-first.ts';

test.each(slowestFiles)('%s exists', async file => {
  await expect(access(`${root}/${file}`)).resolves.toBeUndefined();
});
