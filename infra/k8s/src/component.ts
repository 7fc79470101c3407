export type Patch = {
  target: { kind: string; name?: string };
  /** JSON Patch operations. */
  operations?: readonly { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }[];
  /** Or a manifest to merge; `$patch: delete` removes the target. */
  merge?: Record<string, unknown>;
};

/** A component of Kustomize, which an overlay adds by its name. */
export type Component = {
  about: string;
  manifests?: readonly object[];
  patches?: readonly Patch[];
  settings?: Readonly<Record<string, string>>;
};
