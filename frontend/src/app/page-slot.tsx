import { type ComponentType, lazy, type ReactElement, useMemo } from 'react';

export type LoadPage = () => Promise<{ default: ComponentType }>;

const ready = new Map<LoadPage, ComponentType>();

/**
 * Loads a page before it is rendered. A prerendered page needs this: were its code still on its way when
 * the session arrives, React would throw the document away, with all that was typed into it.
 */
export async function preload(load: LoadPage): Promise<void> {
  ready.set(load, (await load()).default);
}

function PageSlot({ load, Lazy }: { load: LoadPage; Lazy: ComponentType }) {
  const Page = useMemo(() => ready.get(load) ?? Lazy, [load, Lazy]);
  return <Page />;
}

/** An element that fetches its page when it is first rendered. */
export const page = (load: LoadPage): ReactElement => <PageSlot load={load} Lazy={lazy(load)} />;
