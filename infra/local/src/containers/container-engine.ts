import { succeeds } from '../command.ts';

/**
 * Whether containers can be run here. A `docker` command proves nothing: the engine behind it has to tell
 * its version, and soon; and it needs compose.
 */
export async function containerEngineAnswers(): Promise<boolean> {
  const engine = succeeds(['docker', 'version', '--format', '{{.Server.Version}}'], 2_000);
  const compose = succeeds(['docker', 'compose', 'version'], 2_000);
  return (await engine) && (await compose);
}
