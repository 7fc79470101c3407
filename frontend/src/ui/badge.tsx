import { cva, type VariantProps } from 'class-variance-authority';
import clsx from 'clsx';
import type { ComponentProps } from 'react';

const badgeStyle = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-md px-2 py-0.5 text-xs font-semibold [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        none: '',
        neutral: 'bg-ink/8 text-ink',
        accent: 'bg-accent text-on-accent',
        positive: 'bg-positive-soft text-positive',
        caution: 'bg-caution-soft text-caution',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeStyle>;

export function Badge({ tone, className, ...rest }: BadgeProps) {
  return <span className={clsx(badgeStyle({ tone }), className)} {...rest} />;
}

/** A state in a word, with its color. */
export type StateLook = { label: string; tone: BadgeProps['tone'] };

export const StateBadge = ({ label, tone }: StateLook) => <Badge tone={tone}>{label}</Badge>;
