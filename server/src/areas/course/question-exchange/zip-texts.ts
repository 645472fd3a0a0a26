/** Packs texts into a reproducible ZIP. */
import { strToU8, zipSync } from 'fflate';

/** Fixed modification time; ZIP requires one, from 1980 on. */
const mtime = new Date(1980, 0, 1, 12);

export const zipTexts = (texts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])), { mtime });
