/** Agents that are one person, by the keys that they share. */
export type Component<T> = { members: T[]; keys: string[]; persons: string[] };

/**
 * Groups agents by shared keys, also over several steps, and by the persons that the keys are known to belong to.
 * `personOf` returns the person of a known key.
 */
export function componentsOf<T>(
  agents: readonly T[],
  keysOf: (agent: T) => readonly string[],
  personOf: (key: string) => string | undefined,
): Component<T>[] {
  const parent = new Map<string, string>();

  function rootOf(node: string): string {
    let root = node;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root))
      root = next;
    parent.set(node, root);
    return root;
  }
  function join(one: string, other: string): void {
    const [first, second] = [rootOf(one), rootOf(other)];
    if (first !== second) parent.set(second, first);
  }

  for (const agent of agents) {
    const [first = '', ...others] = keysOf(agent);
    for (const key of others) join(first, key);
    for (const key of [first, ...others]) {
      const person = personOf(key);
      if (person) join(key, person);
    }
  }

  const byRoot = new Map<string, Component<T>>();
  for (const agent of agents) {
    const keys = keysOf(agent);
    const root = rootOf(keys[0] ?? '');
    const component = byRoot.get(root) ?? { members: [], keys: [], persons: [] };
    byRoot.set(root, component);
    component.members.push(agent);
    for (const key of keys) {
      if (!component.keys.includes(key)) component.keys.push(key);
      const person = personOf(key);
      if (person && !component.persons.includes(person)) component.persons.push(person);
    }
  }
  return [...byRoot.values()];
}
