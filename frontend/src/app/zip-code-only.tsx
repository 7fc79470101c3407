import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';

type ZipCodeOnlyProps = { children: ReactNode; otherwise: ReactNode };

/** The page of a ZIP code, where the address names one: five digits, as the gateway has it too. */
export function ZipCodeOnly({ children, otherwise }: ZipCodeOnlyProps) {
  const { zipCode = '' } = useParams();
  return /^\d{5}$/.test(zipCode) ? children : otherwise;
}
