import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { type ButtonStyle, buttonStyle } from './button-style.ts';

export function Button({
  tone,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle) {
  return <button type={type} className={clsx(buttonStyle({ tone, size }), className)} {...rest} />;
}

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ tone, size, className, ...rest }: ComponentProps<typeof Link> & ButtonStyle) {
  return <Link className={clsx(buttonStyle({ tone, size }), className)} {...rest} />;
}
