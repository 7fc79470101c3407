import { z } from 'zod';
import { day, id, instant, pageQuery } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('leads');

/**
 * Kinds of lists that the product processes. The other lists of California's platform have identifiers that no agent
 * has here: birth dates, vehicles, phones' advertising IDs and televisions.
 */
export const deletionKinds = ['email', 'phone'] as const;
export type DeletionKind = (typeof deletionKinds)[number];

/**
 * The platform's codes of a reply. `exempted` is never used: the product claims no exemption.
 * Source: privacy.ca.gov/drop-for-data-brokers/technical-specifications/reference.
 */
export const deletionCodes = { exempted: 2, deleted: 3, optedOut: 4, notFound: 5 } as const;

/** A data broker must process the lists at least once in this number of days. */
export const DELETION_DAYS = 45;

/** From this number of days left on, the alarm is raised. */
export const DELETION_ALARM_DAYS = 7;

const count = z.int().min(0);

/** matching: agents are looked for; hiding: the found ones leave the lists; done: every record has its code */
export const deletionListState = z.enum(['matching', 'hiding', 'done']);
export type DeletionListState = z.output<typeof deletionListState>;

/** A list of the platform that an admin uploaded. */
export const deletionList = z.object({
  id,
  kind: z.enum(deletionKinds),
  fileName: z.string(),
  listedOn: day.describe("The day of the download by the file's name, else of the upload"),
  uploadedAt: instant,
  uploadedBy: z.string().describe("The admin's email, empty if it is not known"),
  state: deletionListState,
  records: count,
  deleted: count.describe('Records of one agent, whose data were deleted'),
  optedOut: count.describe('Records that several agents share, who all left the lists'),
  finishedAt: instant.nullable(),
  repliedAt: instant.nullable().describe('When the reply file was first downloaded'),
});
export type DeletionList = z.output<typeof deletionList>;

/** The day until which both kinds of lists must be processed again. */
export const deletionDeadline = z.object({
  dueOn: day,
  daysLeft: z.int().describe('Below 0: overdue'),
});
export type DeletionDeadline = z.output<typeof deletionDeadline>;

export const deletionListsApi = {
  listDeletionLists: route('admin', 'GET /api/admin/deletion-lists', {
    summary: "List the uploaded lists of California's deletion platform, newest first",
    description:
      '`deadline` is null until the first list is uploaded. A list counts when its reply file was downloaded; an empty one needs none.',
  })
    .input(z.object(pageQuery(25)))
    .output(z.object({ lists: z.array(deletionList), total: count, deadline: deletionDeadline.nullable() })),
};
