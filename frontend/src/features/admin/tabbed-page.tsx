import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHead, type PageHeadProps } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';

type TabbedPageProps<Id extends string> = {
  head: PageHeadProps;
  title: string;
  link: ReactNode;
  label: string;
  tabs: readonly [Tab & { id: Id }, ...(Tab & { id: Id })[]];
  panels: Record<Id, ComponentType>;
};

/** Tabs of a page. The URL has the open tab and its search. */
export function TabbedPage<Id extends string>(props: TabbedPageProps<Id>) {
  const { head, title, link, label, tabs, panels } = props;
  const [search, setSearch] = useSearchParams();
  const [first] = tabs;
  const active = tabs.find(({ id }) => id === search.get('tab')) ?? first;
  const Panel: ComponentType = panels[active.id];
  return (
    <NuqsAdapter>
      <PageHead {...head} />
      <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
        <PageTitle title={title} actions={link} />
        <div className="mt-6">
          <Tabs
            label={label}
            tabs={tabs}
            active={active.id}
            onChange={id => setSearch(id === first.id ? {} : { tab: id }, { preventScrollReset: true })}
          >
            <Suspense fallback={<Spinner className="w-full py-20" />}>
              <Panel />
            </Suspense>
          </Tabs>
        </div>
      </div>
    </NuqsAdapter>
  );
}
