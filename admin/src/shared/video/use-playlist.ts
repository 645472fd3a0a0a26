/**
 * Sets the source of a video element: a file directly, an HLS playlist natively or with hls.js, which is loaded on
 * demand.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type Hls from 'hls.js';

const isPlaylist = (url: string) => /\.m3u8($|[?#])/.test(url);

function playFile(video: HTMLVideoElement, url: string): void {
  video.src = url;
}

interface Place {
  at: number;
  isPlaying: boolean;
}

/** Attaches hls.js; `onFatalError` is called when playback cannot recover. */
async function attach(video: HTMLVideoElement, url: string, onFatalError: () => void): Promise<Hls | undefined> {
  // @ts-expect-error -- the light build has no types of its own; those of the full build apply
  const { default: Player } = (await import('hls.js/light')) as { default: typeof Hls };
  if (!Player.isSupported()) {
    playFile(video, url);
    return undefined;
  }
  // Without a worker: fMP4 needs no transmuxing, and a worker would require a wider content security policy.
  const player = new Player({ enableWorker: false, maxBufferLength: 30 });
  let recoveries = 0;
  player.on(Player.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    recoveries += 1;
    if (type === Player.ErrorTypes.MEDIA_ERROR && recoveries < 3) player.recoverMediaError();
    else onFatalError();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return player;
}

/** Restores the playback position: while a video is processed, its URL changes with each finished resolution. */
function restorePosition(video: HTMLVideoElement, { at, isPlaying }: Place): void {
  if (at === 0) return;
  video.addEventListener(
    'loadedmetadata',
    () => {
      video.currentTime = at;
      // Autoplay may be blocked; the video stays paused then.
      if (isPlaying) video.play().catch(() => undefined);
    },
    { once: true },
  );
}

/** Returns whether playback failed. A new value of `attempt` retries. */
export function usePlaylist(element: RefObject<HTMLVideoElement | null>, url: string, attempt: number): boolean {
  const [failed, setFailed] = useState('');
  const request = `${attempt} ${url}`;
  const place = useRef<Place>({ at: 0, isPlaying: false });
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    const fail = () => setFailed(request);
    let isOver = false;
    let player: Hls | undefined;
    restorePosition(video, place.current);
    const isNative = !isPlaylist(url) || video.canPlayType('application/vnd.apple.mpegurl') !== '';
    if (isNative) playFile(video, url);
    else
      void attach(video, url, fail).then((attached) => {
        player = attached;
        if (isOver) player?.destroy();
      }, fail);
    video.addEventListener('error', fail);
    return () => {
      isOver = true;
      place.current = { at: video.currentTime, isPlaying: !video.paused };
      video.removeEventListener('error', fail);
      player?.destroy();
      video.removeAttribute('src');
      video.load();
    };
  }, [element, url, request]);
  return failed === request;
}
