import type { ReactNode } from 'react';

type SettingRowProps = { icon?: ReactNode; title: ReactNode; children: ReactNode; actions?: ReactNode };

/** One thing of a list: what it is, a line about it, and what can be done with it. */
export function SettingRow({ icon, title, children, actions }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-4">
        {icon && (
          <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken text-muted [&_svg]:size-5">
            {icon}
          </span>
        )}
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">{title}</p>
          <div className="text-sm text-muted wrap-anywhere">{children}</div>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
