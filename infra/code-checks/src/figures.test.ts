import { describe, expect, it } from 'vitest';
import { figuresOf, functionLengths, quantile } from './figures.ts';
import { brokenRails } from './guard-rails.ts';
import { isMeasured, parseSource } from './source.ts';

const longText = 'export const a = 1;\n'.repeat(31);

describe('figures of sources', () => {
  it('take the value below which a share of the numbers lies', () => {
    expect([quantile([], 0.5), quantile([9, 1, 5], 0.5), quantile([1, 2, 3, 4], 0.9)]).toEqual([0, 5, 4]);
  });

  it('count the lines of functions with braces alone', () => {
    const text =
      'const f = () => 1;\nfunction g() {\n  return 1;\n}\nclass A {\n  m() {\n    g();\n    f();\n  }\n}\n';
    expect(functionLengths(parseSource('a.ts', text))).toEqual([3, 4]);
  });

  it('share the lines that are imports, however long one is', () => {
    const source = parseSource('src/a.ts', "import {\n  b,\n} from './b.ts';\nb();\n");
    expect(figuresOf([source])).toMatchObject({ lines: 4, importShare: 0.75 });
  });

  it('see two folders that import each other, though through different files', () => {
    const to = (file: string, from: string) => parseSource(file, `import '${from}';`);
    const there = to('services/x/src/orders/a.ts', '../accounts/b.ts');
    const back = to('services/x/src/accounts/c.ts', '../orders/d.ts');
    const other = to('services/y/src/accounts/c.ts', '../orders/d.ts');
    expect(figuresOf([there, other]).backArrows).toEqual([]);
    expect(figuresOf([there, back]).backArrows).toEqual(['services/x: accounts ⇄ orders']);
  });

  it('list small files with a single importer in the same folder', () => {
    const sources = [
      parseSource('src/a.ts', "import './b.ts';\nimport './long.ts';\nimport './sub/c.ts';"),
      parseSource('src/b.ts', ''),
      parseSource('src/long.ts', longText),
      parseSource('src/sub/c.ts', ''),
      parseSource('src/a.test.ts', "import './a.ts';"),
    ];
    expect(figuresOf(sources).paragraphs).toEqual(['src/b.ts']);
  });

  it('leave out tests, declarations and settings of tools', () => {
    const files = [
      'src/a.ts',
      'src/a.test.ts',
      'test/a.ts',
      'e2e/a.ts',
      'vite.config.ts',
      'src/a.d.ts',
      'a.mjs',
    ];
    expect(files.filter(isMeasured)).toEqual(['src/a.ts']);
  });
});

describe('guard rails', () => {
  it('state what was expected and what came', () => {
    const source = parseSource('services/x/src/a.ts', "import './b.ts';\nexport const a = 1;");
    expect(brokenRails([source])).toEqual(['services: import lines, %: expected at most 9, got 50']);
  });

  it('hold for a file of no imports and no functions', () => {
    expect(brokenRails([parseSource('services/x/src/a.ts', 'export const a = 1;')])).toEqual([]);
  });
});
