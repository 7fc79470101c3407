import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { claimText, promiseText } from './exclusivity-text.ts';
import { ownClaimsQuery } from './queries.ts';

/** Says since when a ZIP is the account's alone; empty until that is known. */
export function ExclusiveSince({ zipCode }: { zipCode: string }) {
  const { data } = useQuery(ownClaimsQuery);
  const claim = data?.claims.find(own => own.zipCode === zipCode);
  if (!claim) return null;
  const { line, promise } = claimText(claim);
  return (
    <Hint text={promise}>
      <span className="underline decoration-dotted underline-offset-2">{line}</span>
    </Hint>
  );
}

/** Says for all ZIPs what exclusivity promises, and what not. */
export function ExclusivityNote() {
  const { data, isError, refetch } = useQuery(ownClaimsQuery);
  if (isError) {
    return (
      <span role="status" className="flex flex-wrap items-center justify-between gap-3">
        Exclusivity could not be loaded.
        <Button size="sm" onClick={() => refetch()}>
          Load exclusivity again
        </Button>
      </span>
    );
  }
  return data && data.claims.length > 0 ? promiseText(data.claims) : null;
}
