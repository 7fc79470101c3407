import type { ComponentProps } from 'react';
import { useMounted } from '../lib/use-mounted.ts';
import { Button } from './button.tsx';

type SubmitButtonProps = ComponentProps<typeof Button> & { isPending: boolean; pendingLabel: string };

/** Submits its form; disabled during a call and until the application has loaded. */
export function SubmitButton({ isPending, pendingLabel, disabled, children, ...rest }: SubmitButtonProps) {
  const isMounted = useMounted();
  return (
    <Button type="submit" tone="accent" size="lg" disabled={disabled || isPending || !isMounted} {...rest}>
      {isPending ? pendingLabel : children}
    </Button>
  );
}
