import type { Observation, ReplyKind, Sent } from './workload.ts';

export type Verdict = {
  where: string;
  sent: Record<ReplyKind, number>;
  lost: string[];
  doubled: string[];
  invented: string[];
  /** Missing or repeated effects that the product reports itself. */
  unknown: number;
};

/** Compares sent commands with the effects in one place. */
export function judge({ where, sent, counts, mayMiss, mayRepeat }: Observation): Verdict {
  const found = (key: string) => counts.get(key) ?? 0;
  const keysOf = (isMeant: (sent: Sent) => boolean) => sent.filter(isMeant).map(({ key }) => key);
  const missing = keysOf(({ key, verdict }) => verdict === 'accepted' && found(key) === 0);
  const repeated = keysOf(({ key }) => found(key) > 1);
  const lost = missing.filter(key => !mayMiss?.has(key));
  const doubled = repeated.filter(key => !mayRepeat?.has(key));
  return {
    where,
    sent: countAnswers(sent),
    lost,
    doubled,
    invented: keysOf(({ key, verdict }) => verdict === 'refused' && found(key) > 0),
    unknown: missing.length - lost.length + repeated.length - doubled.length,
  };
}

export const isClean = ({ lost, doubled, invented }: Verdict): boolean =>
  lost.length + doubled.length + invented.length === 0;

function countAnswers(sent: readonly Sent[]): Record<ReplyKind, number> {
  const counts = { accepted: 0, refused: 0, unanswered: 0 };
  for (const { verdict } of sent) counts[verdict]++;
  return counts;
}
