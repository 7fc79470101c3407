import { AppError } from '@closingwire/chassis/app-error';

/** The refusal of an order; names every ZIP that stands in its way. */
export function zipTaken(zipCodes: string[]): AppError {
  const message =
    zipCodes.length === 1
      ? `ZIP code ${zipCodes[0]} is no longer available`
      : `ZIP codes ${zipCodes.join(', ')} are no longer available`;
  return new AppError('conflict', 'zip_taken', message, { detail: { zipCodes } });
}
