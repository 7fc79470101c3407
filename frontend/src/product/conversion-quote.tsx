import { useQuery } from '@tanstack/react-query';
import { FailedState } from '../ui/failed-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { quoteQuery, usePlaceNames } from './quote.ts';
import { QuoteLines } from './quote-lines.tsx';

type ConversionQuoteProps = { freeDays?: number; spinnerClassName?: string };

/** Shows what the user pays after the trial, ZIP by ZIP. */
export function ConversionQuote({ spinnerClassName = '', ...rest }: ConversionQuoteProps) {
  const quote = useQuery(quoteQuery('conversion'));
  const places = usePlaceNames();
  if (quote.isPending) return <Spinner className={spinnerClassName} label="Loading what you pay" />;
  if (quote.isError) {
    return <FailedState title="What you pay could not be loaded" query={quote} />;
  }
  return <QuoteLines quote={quote.data} places={places} {...rest} />;
}
