export const merged = <Known extends object>(
  known: Known,
  reply: { [Name in keyof Known]?: Known[Name] | undefined },
): Known => ({ ...known, ...reply });
