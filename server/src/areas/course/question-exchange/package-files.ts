/** Files of a package by their addresses in its texts. */
import { posix } from 'node:path';
import type { Parts } from '#shared/spreadsheet/zip.ts';
import { unescapedPath } from './losses.ts';
import type { FindFile } from './read-result.ts';

/** Names of the folder of files that Canvas, Moodle and Respondus write. */
const folders = /^(?:\$(?:IMS|CANVAS)[-_\w]*\$|@@PLUGINFILE@@|%%LINKPATH%%)\/?|^\/+/i;

/**
 * Finds files by addresses in the file `from`: beside it, from the root, by Blackboard's number, or by a path or a name
 * that only one file has.
 */
export function fileFinder(parts: Parts, from: string): FindFile {
  const byName = Map.groupBy(parts.keys(), (name) => posix.basename(name).toLowerCase());
  return (address) => {
    if (/^(?:data|https?):/i.test(address)) return undefined;
    const path = unescapedPath(address.replace(/[?#].*$/s, '')).replace(folders, '');
    const xid = /xid-\d+_\d+$/.exec(path)?.[0];
    const named = byName.get(posix.basename(path).toLowerCase()) ?? [];
    const below = named.filter((name) => name.endsWith(`/${path}`));
    const alike = xid ? [...parts.keys()].filter((name) => name.includes(`${xid}.`)) : below.length > 0 ? below : named;
    const beside = [posix.join(posix.dirname(from), path), path].find((name) => parts.has(name));
    const name = beside ?? (alike.length === 1 ? alike[0] : undefined);
    return name === undefined ? undefined : parts.get(name);
  };
}
