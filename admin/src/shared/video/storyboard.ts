/** Storyboard of a video: WebVTT whose cues are regions of an image (`sheet.jpg#xywh=0,0,160,90`). */

export interface Still {
  /** Start in seconds. */
  start: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const secondsOf = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Parses a storyboard. `at`: its URL, which image URLs are relative to. */
export function readStoryboard(text: string, at: string): Still[] {
  const cues = text.matchAll(/^([\d:.]+) --> [\d:.]+\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm);
  return Array.from(cues, ([, start = '', file = '', ...box]) => {
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number);
    return { start: secondsOf(start), url: new URL(file, at).href, x, y, width, height };
  });
}

/** Image at a time: the last one that has started, or the first. */
export const stillAt = (stills: readonly Still[], seconds: number): Still | undefined =>
  stills.findLast(({ start }) => start <= seconds) ?? stills[0];
