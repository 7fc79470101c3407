import { z } from 'zod';

/** Five digits; also the id of a ZIP everywhere. */
export const zipCode = z
  .string()
  .regex(/^\d{5}$/, 'A ZIP code has five digits, such as 90210')
  .describe('Five-digit ZIP code, also its id');

/** Two capital letters of a US state or DC. */
export const stateCode = z.string().regex(/^[A-Z]{2}$/, 'A state is two capital letters, such as CA');

export const id = z.uuid();

/** RFC 3339 with an offset. */
export const instant = z.iso.datetime({ offset: true });

/** A calendar day, YYYY-MM-DD. No calendar of ours or of a database has a year 0. */
export const day = z.iso.date().refine(text => !text.startsWith('0000'), 'Expected a day from 0001-01-01 on');

export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('Expected an email address such as name@example.com'));

/** Whole or fractional US dollars. */
export const usd = z.number().min(0).max(10_000_000_000);

export const shortText = z.string().trim().max(200);

/** A query parameter that a form may send empty: `''` counts as absent. */
export const optionalQuery = <S extends z.ZodType>(schema: S) =>
  schema.or(z.literal('').transform(() => undefined)).optional();

/** The same for a number, which a query string carries as text. */
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

/** Page numbers start at 1. `limit` is rows a page. */
export const pageQuery = (defaultLimit: number) => ({
  page: z.int().min(1).max(100_000).default(1).describe('Which page, from 1'),
  limit: z.int().min(1).max(200).default(defaultLimit).describe('Rows a page'),
});

/** Paging for callers that ask for it; `sliceOf` reads it. */
export const optionalPageQuery = (mostRows: number) => ({
  page: z.int().min(1).max(100_000).optional().describe('Which page, from 1'),
  limit: z.int().min(1).max(mostRows).optional().describe('Rows a page'),
});

type OptionalPage = { page?: number | undefined; limit?: number | undefined };

/** The rows that an `optionalPageQuery` asks for: all without `page` and `limit` (`limit null` in SQL). */
export function sliceOf(
  { page, limit }: OptionalPage,
  defaultLimit: number,
): { limit: number | null; offset: number } {
  if (page === undefined && limit === undefined) return { limit: null, offset: 0 };
  const rows = limit ?? defaultLimit;
  return { limit: rows, offset: ((page ?? 1) - 1) * rows };
}

export const done = z.object({ message: z.string() });

/** How many days, today the last of them, the admin's figures go back. */
export const trendDays = z.object({ days: z.literal([30, 90]).default(30) });
