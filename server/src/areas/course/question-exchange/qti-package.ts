/** Recognition and reading of QTI packages. */
import { posix } from 'node:path';
import { unescapedPath } from './losses.ts';
import { fileFinder } from './package-files.ts';
import { readQti1 } from './qti1.ts';
import { type FindFile, type ReadResult, fault } from './read-result.ts';
import { readQtiItem } from './qti.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import type { Parts } from '#shared/spreadsheet/zip.ts';
import { BrokenXml, type XmlElement, elementOf, elementsOf, readXml } from '#shared/spreadsheet/xml.ts';

const isManifest = (name: string) => posix.basename(name) === 'imsmanifest.xml';

/** Files of QTI 1.2 with many questions each. Canvas writes a quiz twice, once with fewer kinds of questions. */
function oldNames(parts: Parts): string[] {
  const names = [...parts].flatMap(([name, bytes]) => (bytes.includes('<questestinterop') ? [name] : []));
  const isWhole = names.some((name) => name.startsWith('non_cc_assessments/'));
  return names.filter((name) => !isWhole || posix.basename(name) !== 'assessment_qti.xml');
}

/** Bank of questions with its name. */
const bank = /<objectbank\s[^<>]*?\bident\s*=\s*["']([^"'<>]*)/g;

const isItem = (bytes: Buffer): boolean => bytes.includes('assessment-item') || bytes.includes('assessmentItem');

/** Unlike `assessmentItemRef`, by which a test names its items. */
const itemElement = /<(?:[\w-]+:)?(?:assessmentItem|qti-assessment-item)[\s>]/;
const filesOfItems = (parts: Parts): string[] =>
  [...parts].flatMap(([name, bytes]) => (isItem(bytes) && itemElement.test(bytes.toString('latin1')) ? [name] : []));

/** File names of the manifest's items in its order; without a manifest, or if it names tests only, those of items. */
function itemNames(parts: Parts): string[] {
  const named = namedItems(parts);
  return named.length > 0 ? named : filesOfItems(parts);
}

function namedItems(parts: Parts): string[] {
  const manifest = [...parts.keys()].find(isManifest);
  if (manifest === undefined) return [];
  const resources = elementOf(readXml(decodeText(parts.get(manifest)!) ?? ''), 'resources');
  return (resources ? elementsOf(resources, 'resource') : [])
    .filter(({ attributes }) => (attributes['type'] ?? '').startsWith('imsqti_item'))
    .map(({ attributes }) => posix.join(posix.dirname(manifest), unescapedPath(attributes['href'] ?? '')));
}

/** Whether an archive has a manifest, or items of any version of QTI. */
export const isQtiPackage = (parts: Parts): boolean =>
  [...parts].some(([name, bytes]) => isManifest(name) || isItem(bytes) || bytes.includes('<questestinterop'));

/** Questions of a package, at most `limit`: the manifest's items, or all files. Unreadable files become faults. */
export function readQtiPackage(parts: Parts, limit: number): ReadResult[] {
  const names = itemNames(parts);
  if (names.length > 0)
    return names
      .slice(0, limit)
      .flatMap((name, index) => readPart(parts, name, index + 1, (root, find) => [readQtiItem(root, index + 1, find)]));
  const old = oldNames(parts);
  if (old.length === 0)
    return [fault(1, 'The package names no items', 'Save the package again, with its questions as QTI')];
  const found: ReadResult[] = [];
  const banks = old.flatMap((name) =>
    [...(decodeText(parts.get(name)!) ?? '').matchAll(bank)].map(([, ident]) => ident!),
  );
  for (const name of old) {
    const before = found.length;
    const numbered = (_: XmlElement, index: number) => before + index + 1;
    found.push(
      ...readPart(parts, name, before + 1, (root, find) => readQti1(root, limit - before, numbered, find, banks)),
    );
  }
  return found;
}

/** Reads a file of a package. */
function readPart(
  parts: Parts,
  name: string,
  line: number,
  read: (root: XmlElement, find: FindFile) => ReadResult[],
): ReadResult[] {
  const bytes = parts.get(name);
  const mend = 'Save the package again';
  if (!bytes) return [fault(line, `The package names “${name}”, but does not hold it`, mend)];
  try {
    return read(readXml(decodeText(bytes) ?? ''), fileFinder(parts, name));
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error;
    return [fault(line, `“${name}” cannot be read: line ${error.line}: ${error.message}`, mend)];
  }
}
