/** Seek bar with a preview image at the pointer, and the video times it shows and speaks. */
import { useQuery } from '@tanstack/react-query';
import { useState, type PointerEvent } from 'react';
import { readStoryboard, stillAt, type Still } from './storyboard.ts';
import classes from './video-player.module.css';

const parts = (seconds: number) => {
  const whole = Math.floor(seconds);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const;
};
const two = (n: number) => String(n).padStart(2, '0');

/** Formats seconds as `4:07` or `1:04:07`. */
export function clockOf(time: number): string {
  const [hours, minutes, seconds] = parts(time);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

const named = (n: number, one: string) => (n === 0 ? '' : `${n} ${one}${n === 1 ? '' : 's'}`);

/** Formats seconds as `1 hour 4 minutes 7 seconds`. */
function spokenClockOf(time: number): string {
  const [hours, minutes, seconds] = parts(time);
  const words = [named(hours, 'hour'), named(minutes, 'minute'), named(seconds, 'second')].filter(Boolean);
  return words.join(' ') || '0 seconds';
}

interface Props {
  at: number;
  duration: number;
  storyboardUrl: string | null;
  seek: (seconds: number) => void;
}

async function loadStoryboard(url: string, signal: AbortSignal): Promise<Still[]> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error('Preview pictures are unavailable');
  return readStoryboard(await answer.text(), new URL(url, location.href).href);
}

export function SeekBar({ at, duration, storyboardUrl, seek }: Props) {
  const [hovered, setHovered] = useState<{ seconds: number; share: number }>();
  const { data: stills = [] } = useQuery({
    queryKey: ['storyboard', storyboardUrl],
    queryFn: ({ signal }) => loadStoryboard(storyboardUrl!, signal),
    // Loaded on first hover and cached; the images of a video never change.
    enabled: storyboardUrl !== null && hovered !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  const hover = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / width));
    setHovered({ share, seconds: share * duration });
  };
  const still = hovered && stillAt(stills, hovered.seconds);
  return (
    <div className={classes['seek']} onPointerMove={hover} onPointerLeave={() => setHovered(undefined)}>
      {hovered && duration > 0 && (
        <div className={classes['preview']} style={{ left: `${hovered.share * 100}%` }} aria-hidden>
          {still && (
            <div
              style={{
                width: still.width,
                height: still.height,
                background: `url("${still.url}") -${still.x}px -${still.y}px`,
              }}
            />
          )}
          {clockOf(hovered.seconds)}
        </div>
      )}
      <input
        type="range"
        aria-label="Place in the video"
        aria-valuetext={`${spokenClockOf(at)} of ${spokenClockOf(duration)}`}
        min={0}
        max={Math.max(duration, 0.1)}
        step="any"
        value={at}
        onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
    </div>
  );
}
