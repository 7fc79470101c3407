declare module 'virtual:contract-routes' {
  const routes: Record<string, Record<string, import('@orpc/contract').AnyContractProcedure>>;
  export default routes;
  export const shapes: import('./lib/reply-shape.ts').ReplyShapes;
}

declare module 'virtual:member-shapes' {
  const shapes: import('./lib/reply-shape.ts').ReplyShapes;
  export default shapes;
}

declare module 'virtual:admin-calls' {
  const routes: Record<string, Record<string, import('@orpc/contract').AnyContractProcedure>>;
  export default routes;
  export const shapes: import('./lib/reply-shape.ts').ReplyShapes;
}

declare module 'virtual:state-outlines' {
  /** By state code. */
  const outlines: Partial<
    Record<string, () => Promise<{ default: import('./product/zip-map/packed-shape.ts').PackedShape }>>
  >;
  export default outlines;
}

declare module 'virtual:lead-fields' {
  type Facts = import('./features/closings/list/lead-value.ts').LeadFacts;
  export const dashboardFileFields: readonly Facts[];
  export const leadFields: readonly Facts[];
}

declare module 'virtual:delivery-fields' {
  export const deliveryFields: readonly {
    column: string;
    group: 'agent' | 'property';
    label: string;
    isRequired: boolean;
  }[];
}
