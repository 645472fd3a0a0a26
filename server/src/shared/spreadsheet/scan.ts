/**
 * Elements of XML that do not contain each other, without a tree: sheets are not parsed as one, which takes seconds and
 * hundreds of MB for 10,000 rows.
 */
import { decodeReferences } from './markup.ts';

/** Patterns by name: a sheet has thousands of cells, and compiling a pattern takes longer than using it. */
function patternsBy(sourceOf: (name: string) => string, flags: string): (name: string) => RegExp {
  const patterns = new Map<string, RegExp>();
  return (name) => {
    const pattern = patterns.get(name) ?? new RegExp(sourceOf(name), flags);
    patterns.set(name, pattern);
    return pattern;
  };
}
const start = (name: string) => `<(?:\\w+:)?${name}(?=[\\s/>])`;
const startPattern = patternsBy(start, 'g');
/** Attributes, in whose values `>` may stand; those of an element without content end with a slash. Far fewer than 100. */
const attributes = `([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*){0,100})`;
const elementPattern = patternsBy(
  (name) => `${start(name)}${attributes}(?:(?<=/)>|>([^]*?)</(?:\\w+:)?${name}\\s*>)`,
  'g',
);
const attributePattern = patternsBy((name) => `(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)|'([^']*))`, '');

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Elements of this name, which do not contain each other: their attributes and content. */
export function* scan(xml: string, name: string): Generator<{ attributes: string; content: string }> {
  const pattern = elementPattern(name);
  let match: RegExpExecArray | null;
  for (let at = 0; (match = execAt(pattern, xml, at)); at = match.index + match[0].length)
    yield { attributes: match[1] ?? '', content: match[2] ?? '' };
}

/** Number of the elements of this name. */
export function countOf(xml: string, name: string): number {
  const pattern = startPattern(name);
  let count = 0;
  for (pattern.lastIndex = 0; pattern.test(xml);) count += 1;
  return count;
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single] = attributePattern(name).exec(attributes) ?? [];
  const value = double ?? single;
  return value && decodeReferences(value);
}

/** Content of the first element of this name. */
export const contentOf = (xml: string, name: string): string | undefined => scan(xml, name).next().value?.content;
