/** Installs ffmpeg for video processing, where possible. Without it videos wait, and everything else works. */
import { canInstall, installDebians, onPath } from './debian.mjs';
import { step } from './steps.mjs';

const isThere = () => ['ffmpeg', 'ffprobe'].every(onPath);

export async function ensureFfmpeg() {
  if (isThere()) return;
  if (!canInstall()) {
    console.log('    ffmpeg is not here: uploaded videos wait until somebody installs it (apt-get install ffmpeg).');
    return;
  }
  await step('ffmpeg', () => installDebians(['ffmpeg'])).catch(() =>
    console.log('    It could not be installed. Uploaded videos wait until it is there (apt-get install ffmpeg).'),
  );
}
