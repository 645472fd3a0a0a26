/** Tests which preview image is shown for a time. */
import { expect, it } from 'vitest';
import { readStoryboard, stillAt } from './storyboard.ts';

const text = `WEBVTT

00:00:00.000 --> 00:00:02.500
ab.jpg#xywh=0,0,160,90

00:00:02.500 --> 01:00:05.000
ab.jpg#xywh=160,90,160,90
`;

it('shows the image of the time, with URLs relative to the text, and the first one before the start', () => {
  const stills = readStoryboard(text, 'https://studio.test/files/coding/video/board.vtt');
  const at = (seconds: number) => stillAt(stills, seconds);
  expect(at(2.4)).toEqual({
    start: 0,
    url: 'https://studio.test/files/coding/video/ab.jpg',
    x: 0,
    y: 0,
    width: 160,
    height: 90,
  });
  expect([at(2.5)?.x, at(9999)?.y, at(-1)?.x]).toEqual([160, 90, 0]);
  expect(stillAt(readStoryboard('WEBVTT\n', 'https://studio.test/'), 3)).toBeUndefined();
});
