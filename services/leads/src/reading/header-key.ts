/** Signs and invisible characters that headers with one meaning may differ in. */
const left = /[\s\p{Cf}_\-.()[\]:*"'’]+/gu;

/**
 * Returns what headers are compared by: their letters, digits and meaningful signs in any writing system.
 * `sold_date`, `Sold Date` and `soldDate` are the same; `$/SQUARE FEET` and `SQUARE FEET` are not.
 */
export const headerKey = (header: string): string => header.normalize('NFKC').toLowerCase().replace(left, '');
