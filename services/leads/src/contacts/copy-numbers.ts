import { createHash, hash } from 'node:crypto';
import { sql, type Tx } from '@closingwire/chassis/pg';
import { copyText } from '../uploaded-list.ts';
import type { RegistryNumber } from './read-registry.ts';

/**
 * Copies hashes of the numbers into the temporary table `registry_marks`, each once with its last mark, which counts.
 * Holds one read of the file at a time.
 */
export async function copyNumbers(tx: Tx, reads: AsyncIterable<RegistryNumber[]>) {
  const digest = createHash('sha256');
  let count = 0;
  async function* texts() {
    for await (const numbers of reads) {
      let text = '';
      let digested = '';
      for (const { digits, isRemoved } of numbers) {
        digested += `${digits}${isRemoved ? '-' : '+'}`;
        // As the function `contact_hash` of the database.
        text += `${digits.slice(0, 3)}\t\\\\x${hash('sha256', `phone:${digits}`)}\t${isRemoved ? 't' : 'f'}\t${++count}\n`;
      }
      digest.update(digested);
      if (text !== '') yield text;
    }
  }
  await tx.execute(
    sql`create temp table registry_stage (area_code text collate "C", hash bytea, is_removed boolean, position integer)
     on commit drop`,
  );
  await copyText(tx, 'copy registry_stage from stdin', texts);
  await tx.execute(
    sql`create temp table registry_marks on commit drop as
     select distinct on (area_code, hash) area_code, hash, is_removed from registry_stage
     order by area_code, hash, position desc`,
  );
  await tx.execute(sql`analyze registry_marks`);
  return { digest: digest.digest(), count };
}
