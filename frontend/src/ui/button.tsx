import { cva, type VariantProps } from 'class-variance-authority';
import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

export const buttonStyle = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-lg font-semibold transition-[background-color,border-color,color,transform] active:translate-y-px disabled:cursor-not-allowed disabled:opacity-55 disabled:active:translate-y-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-[1.1em] [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        accent: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
        ink: 'bg-ink text-canvas hover:not-disabled:bg-ink/85',
        outline:
          'border border-line-strong/70 bg-surface text-ink hover:not-disabled:border-ink hover:not-disabled:bg-sunken',
        quiet: 'text-ink hover:not-disabled:bg-ink/8',
        danger: 'border border-danger/50 bg-surface text-danger hover:not-disabled:bg-danger-soft',
      },
      size: {
        sm: 'h-8 px-3 text-sm',
        md: 'h-10 px-4 text-sm',
        lg: 'h-12 px-6 text-base',
        icon: 'size-10',
        'icon-sm': 'size-8',
      },
    },
    defaultVariants: { tone: 'outline', size: 'md' },
  },
);

type ButtonStyle = VariantProps<typeof buttonStyle>;

export function Button({
  tone,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle) {
  return <button type={type} className={clsx(buttonStyle({ tone, size }), className)} {...rest} />;
}

export function ButtonLink({ tone, size, className, ...rest }: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link className={clsx(buttonStyle({ tone, size }), className)} {...rest} />;
}
