import { NoticeBox } from '../../../../ui/notice-box.tsx';
import type { CellProblem } from './zip-rows-of.ts';

const MOST_SHOWN = 50;

/** Names each cell that the import does not use as it is: row, column, expected and received value, effect. */
export function CellProblems({ problems }: { problems: readonly CellProblem[] }) {
  if (problems.length === 0) return null;
  const rest = problems.length - MOST_SHOWN;
  return (
    <NoticeBox
      tone="danger"
      title={`${problems.length.toLocaleString('en-US')} ${problems.length === 1 ? 'cell needs' : 'cells need'} a look`}
    >
      <ul aria-label="Bad cells" className="grid max-h-64 gap-1 overflow-y-auto wrap-anywhere">
        {problems.slice(0, MOST_SHOWN).map(({ rowIndex, column, expected, received, effect }) => (
          <li key={`${rowIndex} ${column} ${expected}`}>
            Row {rowIndex}, {column}: expected {expected}, received{' '}
            {received === '' ? 'nothing' : `“${received}”`}; {effect}.
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-1">And {rest.toLocaleString('en-US')} more.</p>}
    </NoticeBox>
  );
}
