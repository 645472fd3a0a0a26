/** Control bar of the video player. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import {
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { Video } from '#contract/video/endpoints.ts';
import { clockOf } from './seek-bar.tsx';
import { speeds, togglePlay } from './player-keys.ts';
import type { Playing } from './use-playing.ts';
import classes from './video-player.module.css';

interface Props {
  playing: Playing;
  captions: Video['captions'];
  /** Id of the shown captions; '' for none. */
  caption: string;
  setCaption: (captionId: string) => void;
  change: (work: (video: HTMLVideoElement) => void) => void;
  toggleFullScreen: () => void;
}

const off = '';

export function PlayerControls({ playing, captions, caption, setCaption, change, toggleFullScreen }: Props) {
  const { isPaused, isMuted, at, duration, speed } = playing;
  return (
    <div className={classes['controls']}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={isPaused ? 'Play' : 'Pause'}
        onClick={() => change((video) => togglePlay({ video }))}
      >
        {isPaused ? <IconPlayerPlayFilled size={18} /> : <IconPlayerPauseFilled size={18} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={isMuted ? 'Sound on' : 'Sound off'}
        onClick={() => change((video) => (video.muted = !video.muted))}
      >
        {isMuted ? <IconVolumeOff size={18} /> : <IconVolume size={18} />}
      </ActionIcon>
      <span className={classes['time']}>
        {clockOf(at)} / {clockOf(duration)}
      </span>
      {captions.length > 0 && (
        <NativeSelect
          size="xs"
          maw={116}
          aria-label="Captions"
          value={caption}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
          data={[
            { value: off, label: 'No captions' },
            ...captions.map(({ captionId, label }) => ({ value: captionId, label })),
          ]}
        />
      )}
      <NativeSelect
        size="xs"
        maw={84}
        aria-label="Speed"
        value={String(speed)}
        onChange={({ currentTarget }) => change((video) => (video.playbackRate = Number(currentTarget.value)))}
        data={speeds.map((one) => ({ value: String(one), label: `${one}×` }))}
      />
      <ActionIcon variant="subtle" color="gray" aria-label="Full screen" onClick={toggleFullScreen}>
        <IconMaximize size={18} />
      </ActionIcon>
    </div>
  );
}
