import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

export type Tab = { id: string; label: string };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  active: string;
  onChange: (id: string) => void;
  children: ReactNode;
};

/** Tabs over one panel. A long row scrolls sideways and keeps the active tab visible. */
export function Tabs({ label, tabs, active, onChange, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${active}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [active]);
  return (
    <Radix.Root value={active} onValueChange={onChange}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:-mx-6 sm:px-6"
      >
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            data-tab={tab.id}
            className="whitespace-nowrap border-b-3 border-transparent px-3 pt-3 pb-2.5 text-sm font-medium text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id }) => (
        <Radix.Content key={id} value={id} className="pt-6">
          {id === active && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
