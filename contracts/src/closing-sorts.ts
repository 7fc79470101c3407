/* Without schemas, so that the front end's first screen loads none. */

/** The columns by which the dashboard's closings can be sorted. */
export const closingSorts = ['sold', 'price', 'agent', 'contact', 'property', 'type'] as const;
export type ClosingSort = (typeof closingSorts)[number];

/** `isDescending`: the highest, newest or last first. */
export type ClosingOrder = { sort: ClosingSort; isDescending: boolean };
