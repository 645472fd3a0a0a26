/** State of a video element for the controls. */
import { type RefObject, useEffect, useState } from 'react';

export interface Playing {
  isPaused: boolean;
  isMuted: boolean;
  isWaiting: boolean;
  /** Position in seconds. */
  at: number;
  duration: number;
  speed: number;
}

const events = ['play', 'pause', 'timeupdate', 'seeking', 'durationchange', 'volumechange', 'ratechange', 'ended'];
const nothing: Playing = { isPaused: true, isMuted: false, isWaiting: false, at: 0, duration: 0, speed: 1 };

/** Playback state of a video element, updated by its events; times in seconds. */
export function usePlaying(element: RefObject<HTMLVideoElement | null>): Playing {
  const [playing, setPlaying] = useState(nothing);
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    const update = ({ type }: Event) => {
      const { paused: isPaused, muted: isMuted, currentTime: at, duration, playbackRate: speed } = video;
      const isWaiting = type === 'waiting';
      setPlaying({ isPaused, isMuted, isWaiting, at, duration: Number.isFinite(duration) ? duration : 0, speed });
    };
    const all = [...events, 'waiting', 'playing'];
    for (const name of all) video.addEventListener(name, update);
    return () => {
      for (const name of all) video.removeEventListener(name, update);
    };
  }, [element]);
  return playing;
}
