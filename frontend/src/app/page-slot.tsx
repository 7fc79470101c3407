import { type ComponentType, lazy, type ReactElement, useMemo } from 'react';

export type LoadPage = () => Promise<{ default: ComponentType }>;

const ready = new Map<LoadPage, ComponentType>();

/**
 * Loads a page before it is rendered. If the session arrived before a prerendered page's code, React would discard the
 * document with its input.
 */
export async function preload(load: LoadPage): Promise<void> {
  ready.set(load, (await load()).default);
}

function PageSlot({ load, Lazy }: { load: LoadPage; Lazy: ComponentType }) {
  const Page = useMemo(() => ready.get(load) ?? Lazy, [load, Lazy]);
  return <Page />;
}

/** An element that loads its page on first render. */
export const page = (load: LoadPage): ReactElement => <PageSlot load={load} Lazy={lazy(load)} />;
