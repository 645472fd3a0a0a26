/** Recognition and reading of QTI packages. */
import { posix } from 'node:path';
import { type ReadResult, fault } from './read-result.ts';
import { readQtiItem } from './qti.ts';
import { decodeText } from '#shared/spreadsheet/text.ts';
import type { Parts } from '#shared/spreadsheet/zip.ts';
import { BrokenXml, elementOf, elementsOf, readXml } from '#shared/spreadsheet/xml.ts';

const isManifest = (name: string) => posix.basename(name) === 'imsmanifest.xml';

/** Decodes a URL-encoded file name; malformed ones are unchanged. */
function unescaped(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** File names of the manifest's items in its order; without a manifest, all files. */
function itemNames(parts: Parts): string[] {
  const manifest = [...parts.keys()].find(isManifest);
  if (manifest === undefined) return [...parts.keys()];
  const resources = elementOf(readXml(decodeText(parts.get(manifest)!) ?? ''), 'resources');
  return (resources ? elementsOf(resources, 'resource') : [])
    .filter(({ attributes }) => (attributes['type'] ?? '').startsWith('imsqti_item'))
    .map(({ attributes }) => posix.join(posix.dirname(manifest), unescaped(attributes['href'] ?? '')));
}

/** Whether an archive has a manifest or a QTI item. */
export const isQtiPackage = (parts: Parts): boolean =>
  [...parts.entries()].some(
    ([name, bytes]) => isManifest(name) || bytes.includes('assessment-item') || bytes.includes('assessmentItem'),
  );

/** Questions of a package, at most `limit`: the manifest's items, or all files. Unreadable files become faults. */
export function readQtiPackage(parts: Parts, limit: number): ReadResult[] {
  const names = itemNames(parts);
  if (names.length === 0)
    return [fault(1, 'The package names no items', 'Save the package again, with its questions as QTI 2.x or 3')];
  return names.slice(0, limit).map((name, index) => {
    const bytes = parts.get(name);
    if (!bytes) return fault(index + 1, `The package names “${name}”, but does not hold it`, 'Save the package again');
    try {
      return readQtiItem(readXml(decodeText(bytes) ?? ''), index + 1);
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
