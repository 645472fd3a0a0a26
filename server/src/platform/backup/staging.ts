/** Staging of restored uploads: old files stay until the database commits, and are kept if it does not. */
import { createWriteStream, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { filesOf, stagingName } from './uploads.ts';

export interface Staging {
  /** Writes a file. @throws Error for a path that leads out of the folder. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Called before the commit: links new files next to the old ones. */
  join(): void;
  /** Called after the commit: moves new files to their places, and removes all others. */
  keep(): Promise<void>;
  /** Removes new files, unless `keep` has begun; synchronous, so that it works while the process exits. */
  discard(): void;
}

/** Opens an empty staging folder inside the uploads `folder`; deletes what an interrupted restore left in it. */
export function openStaging(folder: string): Staging {
  const staged = join(folder, stagingName);
  let isOver = false;
  rmSync(staged, { recursive: true, force: true });
  return {
    async write(path, content) {
      if (path.split('/').some((part) => ['', '.', '..', stagingName].includes(part)))
        throw new Error(`The backup has a file with the path ${path}, which leads elsewhere`);
      const file = join(staged, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }));
    },
    join() {
      for (const path of stagedFiles(staged)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        if (!statSync(file, { throwIfNoEntry: false })) linkSync(join(staged, path), file);
      }
    },
    async keep() {
      isOver = true;
      for await (const path of filesOf(folder)) {
        const file = join(folder, path);
        if (statSync(join(staged, path), { throwIfNoEntry: false })) await rename(join(staged, path), file);
        else rmSync(file, { force: true });
      }
      rmSync(staged, { recursive: true, force: true });
    },
    discard() {
      if (isOver) return;
      for (const path of stagedFiles(staged)) {
        const file = join(folder, path);
        const isOurs = statSync(file, { throwIfNoEntry: false })?.ino === statSync(join(staged, path)).ino;
        if (isOurs) rmSync(file);
      }
      rmSync(staged, { recursive: true, force: true });
    },
  };
}

function* stagedFiles(folder: string, inside = ''): Generator<string> {
  if (!statSync(join(folder, inside), { throwIfNoEntry: false })) return;
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside ? `${inside}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* stagedFiles(folder, path);
    else yield path;
  }
}
