import { z } from 'zod';

/** Five digits. A ZIP's ID is its code. */
export const zipCode = z
  .string()
  .regex(/^\d{5}$/, 'A ZIP code has five digits, such as 90210')
  .describe('Five-digit ZIP code; also its ID');

const wrongZips = (zips: unknown): string => {
  const wrong = String(zips)
    .split(',')
    .find(zip => !/^\d{5}$/.test(zip));
  return `Expected ZIP codes separated by commas, such as 98030,98055; got ${JSON.stringify(wrong?.slice(0, 20))}`;
};

/** Up to 1,000 ZIPs. */
export const zipCodes = z
  .string()
  .trim()
  .regex(/^\d{5}(,\d{5})*$/, { error: ({ input }) => wrongZips(input) })
  .max(5_999, 'Expected at most 1,000 ZIP codes');

/** Code of a US state or DC. */
export const stateCode = z.string().regex(/^[A-Z]{2}$/, 'A state is two capital letters, such as CA');

export const id = z.uuid();

/** RFC 3339 with an offset. */
export const instant = z.iso.datetime({ offset: true });

/** Calendar day, YYYY-MM-DD. PostgreSQL and the Gregorian calendar have no year 0. */
export const day = z.iso.date().refine(text => !text.startsWith('0000'), 'Expected a day from 0001-01-01 on');

export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('Expected an email address such as name@example.com'));

/** US dollars, whole or fractional. */
export const usd = z.number().min(0).max(10_000_000_000);

export const shortText = z.string().trim().max(200);

/** A query parameter whose empty value counts as absent: forms send empty fields. */
export const optionalQuery = <S extends z.ZodType>(schema: S) =>
  schema.or(z.literal('').transform(() => undefined)).optional();

/** Like `optionalQuery`, for a number: query strings carry text. */
export const optionalNumberQuery = (schema: z.ZodNumber) =>
  optionalQuery(
    schema.or(
      z
        .string()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number)
        .pipe(schema),
    ),
  );

/** Pages start at 1. `limit` is rows per page. */
export const pageQuery = (defaultLimit: number) => ({
  page: z.int().min(1).max(100_000).default(1).describe('Page number, from 1'),
  limit: z.int().min(1).max(200).default(defaultLimit).describe('Rows per page'),
});

/** Optional paging; read it with `sliceOf`. */
export const optionalPageQuery = (mostRows: number) => ({
  page: z.int().min(1).max(100_000).optional().describe('Page number, from 1'),
  limit: z.int().min(1).max(mostRows).optional().describe('Rows per page'),
});

type OptionalPage = { page?: number | undefined; limit?: number | undefined };

/** Returns the SQL limit and offset of an `optionalPageQuery`. Without `page` and `limit`, all rows (`limit null`). */
export function sliceOf(
  { page, limit }: OptionalPage,
  defaultLimit: number,
): { limit: number | null; offset: number } {
  if (page === undefined && limit === undefined) return { limit: null, offset: 0 };
  const rows = limit ?? defaultLimit;
  return { limit: rows, offset: ((page ?? 1) - 1) * rows };
}

export const done = z.object({ message: z.string() });

/** Days that the admin's statistics cover, including today. */
export const trendDays = z.object({ days: z.literal([30, 90]).default(30) });
