/** Holds the processing of videos that are uploaded on a course's page, so that tests see each of its statuses. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** While it exists, ffmpeg waits. Named by the parent process; child processes inherit it. */
const file = (process.env['E2E_VIDEO_HOLD'] ??= join(tmpdir(), `lectern-hold-${crypto.randomUUID()}`));

export const holdVideos = (): void => writeFileSync(file, '');
export const releaseVideos = (): void => rmSync(file, { force: true });

/** Writes the ffmpeg of the server, and returns its path. */
export function writeFfmpeg(folder: string): string {
  const path = join(folder, 'ffmpeg');
  const hold = `case "$*" in */course/*) while [ -e '${file}' ]; do sleep 0.1; done ;; esac`;
  writeFileSync(path, `#!/bin/sh\n${hold}\nexec ffmpeg "$@"\n`, { mode: 0o755 });
  return path;
}
