import type { DeclaredRoute } from '@closingwire/contracts/api';
import type { Call } from './callers.ts';
import type { Row } from './rows.ts';
import type { World } from './world.ts';

/** Makes the row's request to its route and returns the status of the reply. */
export async function ask(call: Call, route: DeclaredRoute, row: Row, world: World): Promise<number> {
  const params = row.params?.(world) ?? {};
  const path = route.path.replace(/\{(\w+)\}|\*/g, (whole, name) => params[name ?? whole] ?? whole);
  const { status } = await call(route.method, path, row.body, row.headers ?? {});
  return status;
}
