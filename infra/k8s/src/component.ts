export type Patch = {
  target: { kind: string; name?: string };
  /** Operations of JSON Patch. */
  operations?: readonly { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }[];
  /** Or a manifest that is merged in; `$patch: delete` removes what it stands for. */
  merge?: Record<string, unknown>;
};

/** A part that an overlay adds by naming it. */
export type Component = {
  about: string;
  manifests?: readonly object[];
  patches?: readonly Patch[];
  settings?: Readonly<Record<string, string>>;
};
