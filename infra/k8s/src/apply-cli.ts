import { execa } from 'execa';
import { controlPlaneCommands } from './control-plane-commands.ts';

// Applies the manifests to the Kubernetes API server. Go has to build that server; without Go, the command prints
// that it did nothing.

const isBuilt = await controlPlaneCommands().then(
  () => true,
  (error: Error) => {
    console.log(
      `The Kubernetes manifests were not applied: Go did not build the API server. ${error.message}`,
    );
    return false;
  },
);
if (isBuilt) {
  const { exitCode } = await execa('vitest', ['run', '--project', 'manifests'], {
    stdio: 'inherit',
    preferLocal: true,
    reject: false,
  });
  process.exitCode = exitCode ?? 1;
}
