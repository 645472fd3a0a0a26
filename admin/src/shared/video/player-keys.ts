/** Keyboard shortcuts of the video player, as in common players. */

export interface Controls {
  video: HTMLVideoElement;
  /** Toggles the captions. */
  toggleCaptions: () => void;
  toggleFullScreen: () => void;
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const jump =
  (by: number) =>
  ({ video }: Controls) => {
    video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + by));
  };

/** Changes to the next faster or slower speed. */
const changeSpeed =
  (by: 1 | -1) =>
  ({ video }: Controls) => {
    const next =
      by > 0
        ? speeds.find((speed) => speed > video.playbackRate)
        : speeds.findLast((speed) => speed < video.playbackRate);
    video.playbackRate = next ?? video.playbackRate;
  };

export function togglePlay({ video }: Pick<Controls, 'video'>): void {
  // If the browser blocks playback, the video stays paused.
  if (video.paused) void video.play().catch(() => undefined);
  else video.pause();
}

const toggleSound = ({ video }: Controls) => {
  video.muted = !video.muted;
};

const actions: Readonly<Record<string, (controls: Controls) => void>> = {
  ' ': togglePlay,
  k: togglePlay,
  ArrowLeft: jump(-5),
  ArrowRight: jump(5),
  j: jump(-10),
  l: jump(10),
  m: toggleSound,
  f: ({ toggleFullScreen }) => toggleFullScreen(),
  c: ({ toggleCaptions }) => toggleCaptions(),
  '<': changeSpeed(-1),
  '>': changeSpeed(1),
};

/** Action of a key; undefined if it has none. Digits seek: `7` goes to 70%. */
export function actionOf(key: string): ((controls: Controls) => void) | undefined {
  if (/^\d$/.test(key))
    return ({ video }) => {
      video.currentTime = ((video.duration || 0) * Number(key)) / 10;
    };
  return actions[key] ?? actions[key.toLowerCase()];
}
