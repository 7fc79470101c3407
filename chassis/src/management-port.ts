/** The port at which a process answers its operators, unless MANAGEMENT_PORT says otherwise. */
export const managementPortOf = (port: number): number => (port === 0 ? 0 : port + 1_000);

/** The address at which a process answers its operators, from its own; the usual one. */
export function managementUrlOf(url: string): string {
  const address = new URL(url);
  address.port = String(managementPortOf(Number(address.port || 80)));
  return address.origin;
}
