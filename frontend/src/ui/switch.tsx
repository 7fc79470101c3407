import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

export function Switch(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...props}
      className="relative h-6 w-11 shrink-0 cursor-pointer rounded-full border border-line-strong bg-line transition-colors disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-ink data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-ink transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
