/** Gives a video element what plays: a file as it is, an HLS playlist by the browser itself or by hls.js, loaded then. */
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

/** `onTrouble` hears that nothing more will play. */
async function attach(video: HTMLVideoElement, url: string, onTrouble: () => void): Promise<Hls | undefined> {
  // @ts-expect-error -- the light build names no types; they are those of the whole
  const { default: Player } = (await import('hls.js/light')) as { default: typeof Hls };
  if (!Player.isSupported()) {
    playFile(video, url);
    return undefined;
  }
  // Without a worker: there is nothing to convert in fMP4, and the page's policy stays as narrow as it is.
  const player = new Player({ enableWorker: false, maxBufferLength: 30 });
  let recoveries = 0;
  player.on(Player.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    recoveries += 1;
    if (type === Player.ErrorTypes.MEDIA_ERROR && recoveries < 3) player.recoverMediaError();
    else onTrouble();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return player;
}

/** Goes on from where it was: a video that is worked on has a new address with each height that is ready. */
function goOn(video: HTMLVideoElement, { at, isPlaying }: Place): void {
  if (at === 0) return;
  video.addEventListener(
    'loadedmetadata',
    () => {
      video.currentTime = at;
      // A browser that would be asked first stays where it is.
      if (isPlaying) video.play().catch(() => undefined);
    },
    { once: true },
  );
}

/** Answers whether it cannot be played; asked `again`, it begins anew. */
export function usePlaylist(element: RefObject<HTMLVideoElement | null>, url: string, again: number): boolean {
  const [failed, setFailed] = useState('');
  const asked = `${again} ${url}`;
  const place = useRef<Place>({ at: 0, isPlaying: false });
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    const fail = () => setFailed(asked);
    let isOver = false;
    let player: Hls | undefined;
    goOn(video, place.current);
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
  }, [element, url, asked]);
  return failed === asked;
}
