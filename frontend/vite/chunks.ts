import type { Rolldown } from 'vite';

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const SMALL_BYTES = 3_000;
const PAGES_ENOUGH = 4;

/** The package's index names every icon, so an importer of one would seem to load all. */
const isOfIcons = (id: string) => id.includes('/lucide-react/');
const isIcon = (id: string) => id.includes('/lucide-react/dist/esm/icons/');
const isSharedModule = (id: string) => /\/frontend\/src\/(?:ui|product|lib)\//.test(id);
const isReact = (id: string) => id.includes('/node_modules/react/');

/** Returns a module and its static imports, without icons. */
function staticClosure(start: string, context: Context): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || (isOfIcons(id) && id !== start)) continue;
    seen.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/**
 * Groups modules into files, so that a page needs few requests. `application` is code of every page; `kit` is small
 * parts (buttons, fields) of several pages. Other modules follow their importers. `first` is the document's script and
 * must not wait for either; it starts `main`.
 */
export function chunks(first: string, main: string): Rolldown.CodeSplittingOptions {
  let closures: { ofFirst: Set<string>; ofMain: Set<string> } | undefined;
  const closuresIn = (context: Context) => {
    closures ??= { ofFirst: staticClosure(first, context), ofMain: staticClosure(main, context) };
    return closures;
  };
  /** Returns the bytes that the module and its imports add to a page. Small modules keep the kit complete. */
  const addedBytes = (id: string, context: Context) => {
    const { ofFirst, ofMain } = closuresIn(context);
    const added = [...staticClosure(id, context)].filter(one => !ofFirst.has(one) && !ofMain.has(one));
    return added.reduce((total, one) => total + (context.getModuleInfo(one)?.code?.length ?? 0), 0);
  };
  return {
    includeDependenciesRecursively: false,
    groups: [
      // The application needs icons, and both need React: in one file, icons of the kit would wait for each other.
      { priority: 4, name: 'react', test: id => isReact(id) || (isOfIcons(id) && !isIcon(id)) },
      { priority: 3, name: 'icons', test: isIcon, minShareCount: PAGES_ENOUGH },
      {
        debugName: 'application',
        priority: 2,
        name: (id, context) => {
          const { ofFirst, ofMain } = closuresIn(context);
          return id !== main && ofMain.has(id) && !ofFirst.has(id) ? 'application' : null;
        },
      },
      {
        debugName: 'kit',
        priority: 1,
        minShareCount: PAGES_ENOUGH,
        name: (id, context) =>
          isSharedModule(id) && !closuresIn(context).ofFirst.has(id) && addedBytes(id, context) <= SMALL_BYTES
            ? 'kit'
            : null,
      },
    ],
  };
}

/** The entry, and the chunks that every page of the application imports. */
const ENTRY = /(^|\/)index-/;
const EVERYWHERE = /(^|\/)(index|main|application|react|kit|icons|rolldown-runtime)-[\w-]+\.(js|css)$/;

/** Leaves out of a chunk's preloads those that are there by then: their names take space in the chunk. */
export const notLoaded = (hostId: string, needed: string[]): string[] =>
  ENTRY.test(hostId) ? needed : needed.filter(file => !EVERYWHERE.test(file));
