import type { Undo } from '@closingwire/contracts/ingestion';
import { Ago } from '../../../ui/ago.tsx';
import { undoneText } from './copy.ts';

/** When a delivery was undone, and what that did. */
export const Undone = ({ undo: { at, counts } }: { undo: Extract<Undo, { state: 'done' }> }) => (
  <>
    Undone <Ago instant={at} /> · {undoneText(counts)}
  </>
);
