import type { ClosingPage } from '../db/closings-view.ts';

type Page = { page: number; limit: number };

export const sliceOf = ({ page, limit }: Page) => ({ limit, offset: (page - 1) * limit });

export function pageAnswer({ page, limit }: Page, { agents, total }: ClosingPage) {
  return { agents, total, page, totalPages: Math.ceil(total / limit) };
}
