/** Packs texts into a ZIP that is the same whenever it is made. */
import { strToU8, zipSync } from 'fflate';

/** A ZIP cannot go without a moment, and counts from 1980. */
const mtime = new Date(1980, 0, 1, 12);

export const zipped = (texts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), { mtime });
