/** Scales down images that exceed the upload limit, before they are sent. */

const longestSide = 2560;

/**
 * Returns the image in at most `max` bytes if possible, else the original, which the server then refuses with a
 * reason.
 */
export async function shrink(file: File, max: number): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  // WebP keeps transparency; JPEG encodes faster.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  for (const [side, quality] of [
    [longestSide, 0.85],
    [1600, 0.8],
  ] as const) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const smaller = await canvas.convertToBlob({ type, quality });
    if (smaller.size <= max) return smaller;
  }
  return file;
}
