import colours from 'picocolors';

const palette = [
  colours.cyan,
  colours.green,
  colours.magenta,
  colours.yellow,
  colours.blue,
  colours.cyanBright,
  colours.greenBright,
  colours.magentaBright,
  colours.yellowBright,
  colours.blueBright,
];

/** A painter of names: each keeps a colour of its own, and all are equally wide. */
export function namePainter(names: readonly string[]): (name: string) => string {
  const width = Math.max(...names.map(name => name.length));
  return name => {
    const paint = palette[Math.max(0, names.indexOf(name)) % palette.length] ?? colours.white;
    return paint(name.padEnd(width));
  };
}
