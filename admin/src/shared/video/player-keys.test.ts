/** Tests the keyboard shortcuts of the video player. */
import { expect, it } from 'vitest';
import { actionOf } from './player-keys.ts';

function after(...keys: string[]) {
  const video = { currentTime: 50, duration: 100, playbackRate: 1, muted: false, paused: true } as HTMLVideoElement;
  const done: string[] = [];
  video.play = async () => {
    (video as { paused: boolean }).paused = false;
  };
  video.pause = () => {
    (video as { paused: boolean }).paused = true;
  };
  const controls = { video, toggleCaptions: () => done.push('captions'), toggleFullScreen: () => done.push('full') };
  for (const key of keys) actionOf(key)?.(controls);
  return { ...video, done };
}

it.each([
  [['ArrowRight'], { currentTime: 55 }],
  [['ArrowLeft'], { currentTime: 45 }],
  [['l', 'L'], { currentTime: 70 }],
  [['j', 'j', 'j', 'j', 'j', 'j'], { currentTime: 0 }],
  [['9', 'l', 'l'], { currentTime: 100 }],
  [['0'], { currentTime: 0 }],
  [['7'], { currentTime: 70 }],
  [['>', '>'], { playbackRate: 1.5 }],
  [['<', '<', '<', '<'], { playbackRate: 0.5 }],
  [['m'], { muted: true }],
  [[' '], { paused: false }],
  [['k', ' '], { paused: true }],
  [['c', 'f'], { done: ['captions', 'full'] }],
  [['x', 'Tab'], { currentTime: 50, done: [] }],
])('%j', (keys, expected) => {
  expect(after(...keys)).toMatchObject(expected);
});
