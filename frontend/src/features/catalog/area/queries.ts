import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../product/api.ts';
import type { ZipFilter } from '../queries.ts';

/** The ZIPs that the search finds in all; not read without a search. */
export const useArea = ({ state, search }: ZipFilter) =>
  useQuery(
    api.catalog.findArea.queryOptions({
      input: search ? { search, ...(state && { state }) } : skipToken,
      placeholderData: previous => previous,
    }),
  );
