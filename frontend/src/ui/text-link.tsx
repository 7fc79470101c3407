import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

export const linkStyle =
  'font-medium text-ink underline decoration-accent decoration-2 underline-offset-4 hover:decoration-ink';

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={clsx(linkStyle, className)} {...rest} />;
}
