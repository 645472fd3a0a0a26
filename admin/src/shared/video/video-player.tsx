/** Video player for HLS and files, with pointer and keyboard controls, captions, speeds and a storyboard. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Video } from '#contract/video/endpoints.ts';
import { PlayerControls } from './player-controls.tsx';
import { actionOf, togglePlay } from './player-keys.ts';
import { SeekBar } from './seek-bar.tsx';
import { usePlaylist } from './use-playlist.ts';
import { usePlaying } from './use-playing.ts';
import classes from './video-player.module.css';

interface Props {
  /** Accessible name. */
  title: string;
  /**
   * A changed URL is another resolution of the same video and keeps the position. Set another `key` for another video.
   */
  url: string;
  posterUrl?: string | null;
  storyboardUrl?: string | null;
  captions?: Video['captions'];
}

const none: Video['captions'] = [];
const off = '';
const isCrossOrigin = (url: string) => new URL(url, location.href).origin !== location.origin;
/** Controls that use arrows, letters or space themselves. */
const hasOwnKeys = (target: EventTarget, key: string) =>
  target instanceof HTMLSelectElement || (target instanceof HTMLButtonElement && [' ', 'Enter'].includes(key));

function showCaption(video: HTMLVideoElement | null, caption: string): void {
  for (const track of video?.textTracks ?? []) track.mode = track.id === caption ? 'showing' : 'disabled';
}

export function VideoPlayer({ title, url, posterUrl = null, storyboardUrl = null, captions = none }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [caption, setCaption] = useState(off);
  const hasFailed = usePlaylist(element, url, attempt);
  const playing = usePlaying(element);
  const { isWaiting, at, duration } = playing;
  useEffect(() => {
    showCaption(element.current, caption);
  }, [caption, captions]);

  const toggleCaptions = () => setCaption((now) => (now === off ? (captions[0]?.captionId ?? off) : off));
  function toggleFullScreen() {
    // Some phone browsers have no fullscreen API.
    void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen?.())?.catch(
      () => undefined,
    );
  }
  const onVideo = (work: (video: HTMLVideoElement) => void) => {
    if (element.current) work(element.current);
  };
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target, event.key)) return;
    const act = actionOf(event.key);
    if (!act) return;
    // Prevents scrolling and the page's shortcuts.
    event.preventDefault();
    event.stopPropagation();
    onVideo((video) => act({ video, toggleCaptions, toggleFullScreen }));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of the controls inside
    <div ref={frame} className={classes['player']} role="group" aria-label={`Video: ${title}`} onKeyDown={onKeyDown}>
      <div className={classes['stage']} data-waiting={(isWaiting && !hasFailed) || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the keys are the group's; captions are what people added */}
        <video
          ref={element}
          poster={posterUrl ?? undefined}
          preload="metadata"
          playsInline
          tabIndex={0}
          aria-label={title}
          crossOrigin={isCrossOrigin(url) ? 'anonymous' : undefined}
          onClick={() => onVideo((video) => togglePlay({ video }))}
        >
          {captions.map(({ captionId, language, label, url: src }) => (
            <track key={captionId} id={captionId} kind="captions" srcLang={language} label={label} src={src} />
          ))}
        </video>
        {hasFailed && (
          <div className={classes['failure']} role="alert">
            <p>This video does not play just now.</p>
            <Button size="xs" variant="default" onClick={() => setAttempt(attempt + 1)}>
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
