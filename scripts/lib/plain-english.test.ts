/** Tests the style rules for doc comments and names. */
import { expect, test } from 'vitest';
import { styleFaults } from './plain-english.mjs';

test.each([
  ['/** Of the list. */\nexport const size = 1;', 'x.ts:1: a doc comment begins with "Of"'],
  [
    'interface Row {\n  /**\n   * What it costs.\n   */\n  price: number;\n}',
    'x.ts:2: a doc comment begins with "What"',
  ],
  ['export type Kind =\n  /** Who pays. */\n  | { a: 1 };', 'x.ts:2: a doc comment begins with "Who"'],
  ['/** Whoever pays. */', 'x.ts:1: a doc comment begins with "Whoever"'],
  ['const a = ({ asked }) => asked;', 'x.ts:1: the name "asked"'],
  ['const row = { said: 1 };', 'x.ts:1: the name "said"'],
  ['type Asked = string;', 'x.ts:1: the name "Asked"'],
])('reports %j', (text, fault) => expect(styleFaults('x.ts', text)[0]).toContain(fault));

test.each([
  '/** Offers of the list; what they cost is in `price`. */\nexport const size = 1;',
  '// Of no doc comment.\nexport const size = 1;',
  "const text = 'told, said, asked, given, wanted';",
  'const text = `as given (id)`;',
  'const askedAt = 1;',
])('accepts %j', (text) => expect(styleFaults('x.ts', text)).toEqual([]));
