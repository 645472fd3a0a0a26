/** Heads of seals in the file store, where whoever alters the database does not reach them. */
import type { FileType } from '#contract/kernel/upload.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { readStored } from '#platform/storage/read-stored.ts';
import { type Storage, uncached } from '#platform/storage/storage.ts';
import { type HeadLine, lineOf, readLines, type SignedSeal } from './head.ts';

const textFile: FileType = { kind: 'made', mediaType: 'text/plain', extension: 'txt', max: 1_000, words: '' };

const keyOf = (tenant: Tenant, name: string | number) => `${tenant}/trail/${name}.txt`;
/** Name of a second head of the same number: the database was restored from an older backup, or replaced. */
const otherName = ({ number, head }: Pick<SignedSeal, 'number' | 'head'>) =>
  `${number}-${head.toString('hex').slice(0, 16)}`;

const isMissing = (error: unknown) => {
  const { code, name, $metadata } = error as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } };
  return code === 'ENOENT' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

export interface OutsideHeads {
  /** First head of a number; undefined: there is none. */
  first(number: number): Promise<HeadLine | undefined>;
  /** Whether this head is there under the name of a second one. */
  hasOther(seal: SignedSeal): Promise<boolean>;
  /** Writes a head; one that is there under its number stays. Safe to repeat. */
  write(seal: SignedSeal): Promise<void>;
}

export function outsideHeads(storage: Storage, tenant: Tenant): OutsideHeads {
  const read = async (name: string | number): Promise<HeadLine | undefined> => {
    try {
      const content = await readStored(storage, keyOf(tenant, name), AbortSignal.timeout(30_000));
      return readLines(content.toString('utf8'))[0];
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    first: read,
    hasOther: async (seal) => (await read(otherName(seal)))?.head.equals(seal.head) ?? false,
    async write(seal) {
      const former = await read(seal.number);
      if (former?.head.equals(seal.head)) return;
      const name = former ? otherName(seal) : seal.number;
      await storage.put(keyOf(tenant, name), textFile, Buffer.from(`${lineOf(tenant, seal)}\n`), uncached);
    },
  };
}
