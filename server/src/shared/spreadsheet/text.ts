/** Numbers of the lines of a text. */

/** Returns a function from an offset to its line number, for ascending offsets. */
export function lineCounter(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1;
    return line;
  };
}
