/** Recognition and reading of QTI packages. */
import { posix } from 'node:path';
import { unescapedPath } from './losses.ts';
import { type ReadResult, fault } from './read-result.ts';
import { readQtiItem } from './qti.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import type { Parts } from '#shared/spreadsheet/zip.ts';
import { BrokenXml, elementOf, elementsOf, readXml } from '#shared/spreadsheet/xml.ts';

const isManifest = (name: string) => posix.basename(name) === 'imsmanifest.xml';

/** Why QTI 1 is not read, and what to do. */
export const oldQti = [
  'This is QTI 1.2, which is not read',
  'Save it again as QTI 2.x or 3, or as Moodle XML: in Canvas choose New Quizzes, in Moodle “Moodle XML format”',
] as const;

/** Whether a package is of QTI 1, as Canvas and Blackboard write it: many questions in one file. */
const isOld = (parts: Parts): boolean =>
  [...parts].some(([name, bytes]) =>
    isManifest(name) ? /type=["']imsqti_xmlv1p/.test(decodeText(bytes) ?? '') : bytes.includes('<questestinterop'),
  );

const isItem = (bytes: Buffer): boolean => bytes.includes('assessment-item') || bytes.includes('assessmentItem');

/** File names of the manifest's items in its order; without a manifest, those of items. */
function itemNames(parts: Parts): string[] {
  const manifest = [...parts.keys()].find(isManifest);
  if (manifest === undefined) return [...parts].flatMap(([name, bytes]) => (isItem(bytes) ? [name] : []));
  const resources = elementOf(readXml(decodeText(parts.get(manifest)!) ?? ''), 'resources');
  return (resources ? elementsOf(resources, 'resource') : [])
    .filter(({ attributes }) => (attributes['type'] ?? '').startsWith('imsqti_item'))
    .map(({ attributes }) => posix.join(posix.dirname(manifest), unescapedPath(attributes['href'] ?? '')));
}

/** Whether an archive has a manifest, or items of any version of QTI. */
export const isQtiPackage = (parts: Parts): boolean =>
  isOld(parts) || [...parts].some(([name, bytes]) => isManifest(name) || isItem(bytes));

/** Questions of a package, at most `limit`: the manifest's items, or all files. Unreadable files become faults. */
export function readQtiPackage(parts: Parts, limit: number): ReadResult[] {
  const names = itemNames(parts);
  if (names.length === 0 && isOld(parts)) return [fault(1, ...oldQti)];
  if (names.length === 0)
    return [fault(1, 'The package names no items', 'Save the package again, with its questions as QTI 2.x or 3')];
  return names.slice(0, limit).map((name, index) => {
    const bytes = parts.get(name);
    if (!bytes) return fault(index + 1, `The package names “${name}”, but does not hold it`, 'Save the package again');
    try {
      return readQtiItem(readXml(decodeText(bytes) ?? ''), index + 1, (address) =>
        parts.get(posix.join(posix.dirname(name), unescapedPath(address.replace(/[?#].*$/s, '')))),
      );
    } catch (error) {
      if (!(error instanceof BrokenXml)) throw error;
      return fault(
        index + 1,
        `“${name}” cannot be read: line ${error.line}: ${error.message}`,
        'Save the package again',
      );
    }
  });
}
