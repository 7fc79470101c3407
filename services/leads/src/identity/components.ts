/** Agents that are one identity, by the keys that they share. */
export type Component<T> = { members: T[]; keys: string[]; identities: string[] };

/**
 * Groups agents by shared keys, also over several steps, and by the identities that the keys are known to belong to.
 * `identityOf` returns the identity of a known key.
 */
export function componentsOf<T>(
  agents: readonly T[],
  keysOf: (agent: T) => readonly string[],
  identityOf: (key: string) => string | undefined,
): Component<T>[] {
  const byNode = new Map<string, Component<T>>();
  const components = new Set<Component<T>>();

  /** Adds the smaller component to the larger one. */
  function join(one: Component<T>, other: Component<T>): Component<T> {
    if (one === other) return one;
    const [large, small] = one.keys.length >= other.keys.length ? [one, other] : [other, one];
    for (const part of ['members', 'keys', 'identities'] as const)
      large[part].push(...(small[part] as never[]));
    for (const node of [...small.keys, ...small.identities]) byNode.set(node, large);
    components.delete(small);
    return large;
  }

  function add(component: Component<T>, node: string, part: 'keys' | 'identities'): Component<T> {
    const known = byNode.get(node);
    if (known) return join(component, known);
    byNode.set(node, component);
    component[part].push(node);
    return component;
  }

  for (const agent of agents) {
    let component: Component<T> = { members: [agent], keys: [], identities: [] };
    components.add(component);
    for (const key of keysOf(agent)) {
      component = add(component, key, 'keys');
      const identity = identityOf(key);
      if (identity) component = add(component, identity, 'identities');
    }
  }
  return [...components];
}
