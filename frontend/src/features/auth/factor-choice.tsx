import { Smartphone } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { ChallengedFactor } from './pending-challenge.ts';

type FactorChoiceProps = {
  factors: readonly ChallengedFactor[];
  onChoose: (factor: ChallengedFactor) => void;
};

export function FactorChoice({ factors, onChoose }: FactorChoiceProps) {
  return (
    <ul aria-label="Authenticators" className="grid gap-3">
      {factors.map((factor, index) => (
        <li key={factor.id}>
          <Button
            size="lg"
            autoFocus={index === 0}
            className="w-full justify-start!"
            onClick={() => onChoose(factor)}
          >
            <Smartphone aria-hidden /> <span className="truncate">{factor.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
