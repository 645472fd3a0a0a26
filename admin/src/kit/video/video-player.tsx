/** Plays a video: HLS or a file, by mouse, finger and keyboard, with captions, speeds and a storyboard. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Video } from '#contract/video.ts';
import { PlayerControls } from './player-controls.tsx';
import { actionOf, togglePlay } from './player-keys.ts';
import { SeekBar } from './seek-bar.tsx';
import { usePlaylist } from './use-playlist.ts';
import { usePlaying } from './use-playing.ts';
import classes from './video-player.module.css';

interface Props {
  /** What it is called, for who cannot see it. */
  title: string;
  /** Another address is the same video with another height: it goes on where it was. Another video has another `key`. */
  url: string;
  posterUrl?: string | null;
  storyboardUrl?: string | null;
  captions?: Video['captions'];
}

const none: Video['captions'] = [];
const off = '';
const isOfAnotherSite = (url: string) => new URL(url, location.href).origin !== location.origin;
/** These use the arrows, letters and space themselves. */
const hasOwnKeys = (target: EventTarget, key: string) =>
  target instanceof HTMLSelectElement || (target instanceof HTMLButtonElement && [' ', 'Enter'].includes(key));

function show(video: HTMLVideoElement | null, caption: string): void {
  for (const track of video?.textTracks ?? []) track.mode = track.id === caption ? 'showing' : 'disabled';
}

export function VideoPlayer({ title, url, posterUrl = null, storyboardUrl = null, captions = none }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [again, setAgain] = useState(0);
  const [caption, setCaption] = useState(off);
  const hasFailed = usePlaylist(element, url, again);
  const playing = usePlaying(element);
  const { isWaiting, at, duration } = playing;
  useEffect(() => {
    show(element.current, caption);
  }, [caption, captions]);

  const toggleCaptions = () => setCaption((now) => (now === off ? (captions[0]?.captionId ?? off) : off));
  function toggleFullScreen() {
    // A browser that has none (a phone's) leaves it as it is.
    void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen?.())?.catch(
      () => undefined,
    );
  }
  const onVideo = (work: (video: HTMLVideoElement) => void) => {
    if (element.current) work(element.current);
  };
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target, event.key)) return;
    const act = actionOf(event.key);
    if (!act) return;
    // Not for the page: its own keys, and scrolling.
    event.preventDefault();
    event.stopPropagation();
    onVideo((video) => act({ video, toggleCaptions, toggleFullScreen }));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside, wherever the focus is
    <div ref={frame} className={classes['player']} role="group" aria-label={`Video: ${title}`} onKeyDown={press}>
      <div className={classes['stage']} data-waiting={(isWaiting && !hasFailed) || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the keys are the group's; captions are what people added */}
        <video
          ref={element}
          poster={posterUrl ?? undefined}
          preload="metadata"
          playsInline
          tabIndex={0}
          aria-label={title}
          crossOrigin={isOfAnotherSite(url) ? 'anonymous' : undefined}
          onClick={() => onVideo((video) => togglePlay({ video }))}
        >
          {captions.map(({ captionId, language, label, url: src }) => (
            <track key={captionId} id={captionId} kind="captions" srcLang={language} label={label} src={src} />
          ))}
        </video>
        {hasFailed && (
          <div className={classes['failure']} role="alert">
            <p>This video does not play just now.</p>
            <Button size="xs" variant="default" onClick={() => setAgain(again + 1)}>
              Try again
            </Button>
          </div>
        )}
      </div>
      <SeekBar
        at={at}
        duration={duration}
        storyboardUrl={storyboardUrl}
        seek={(seconds) => onVideo((video) => (video.currentTime = seconds))}
      />
      <PlayerControls
        playing={playing}
        captions={captions}
        caption={caption}
        setCaption={setCaption}
        change={onVideo}
        toggleFullScreen={toggleFullScreen}
      />
    </div>
  );
}
