/** Part of a zip archive deflated by the browser's CompressionStream, several times faster than JavaScript. */
import { ZipPassThrough } from 'fflate';

/** Maximum size in bytes of a write to the stream. */
const maxWrite = 1 << 18;

/** ZIP part that the browser's own compression deflates. */
export class DeflatedPart extends ZipPassThrough {
  override compression = 8;
  private readonly stream = new CompressionStream('deflate-raw');
  private readonly writer = this.stream.writable.getWriter();
  private readonly read = this.passOn();
  private written: Promise<void> = Promise.resolve();

  protected override process(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
    // Large chunks are split, so that the stream's backpressure applies.
    for (let at = 0; at < chunk.length; at += maxWrite) {
      this.written = this.writer.write(chunk.subarray(at, at + maxWrite));
      this.written.catch(() => undefined);
    }
    if (final) this.writer.close().catch(() => undefined);
  }

  /** Resolves when the stream has accepted the pushed data. @throws the stream's error */
  accepted(): Promise<void> {
    return this.written;
  }

  /** Resolves when the whole part has been passed on. @throws the stream's error */
  finished(): Promise<void> {
    return this.read;
  }

  private async passOn(): Promise<void> {
    const reader = this.stream.readable.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      this.ondata?.(null, value, false);
    }
    this.ondata?.(null, new Uint8Array(), true);
  }
}
