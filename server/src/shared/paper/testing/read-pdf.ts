/** Reads a PDF with tools independent of its generation: PDFium (Chrome's reader) and a QR code decoder. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';

type ReadQr = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
/** The package's types describe an ES module, but Node loads it as CommonJS. */
const readQr = jsQR as unknown as ReadQr;

export interface ReadPdf {
  pages: number;
  /** Text by line. */
  lines: string[];
  /** Content of the first page's QR code. */
  qr: string | undefined;
  /** Pixels of the first page that are not white between its frame and its margins, left and right. */
  inkAtEdges: number;
}

/** Pixels per point. */
const scale = 2;
/** Range in points from the left and right sides that must be blank: from the frame to the margin. */
const [frame, edge] = [32, 54];
/** Top and bottom offsets in points: below the coloured bar, above the frame's lower line. */
const [bar, floor] = [50, 40];

function inkIn(data: Uint8Array, width: number, height: number): number {
  let ink = 0;
  for (let y = bar * scale; y < height - floor * scale; y += 1)
    for (let x = frame * scale; x < edge * scale; x += 1)
      for (const at of [x, width - 1 - x]) if (data[(y * width + at) * 4]! < 200) ink += 1;
  return ink;
}

export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    const page = document.getPage(0);
    const lines = page.getText().split(/\r?\n/);
    let inkAtEdges = 0;
    let qr: string | undefined;
    // render() also closes the page.
    await page.render({
      scale,
      render: ({ data, width, height }) => {
        inkAtEdges = inkIn(data, width, height);
        qr = readQr(new Uint8ClampedArray(data), width, height)?.data;
        return Promise.resolve(data);
      },
    });
    return { pages: document.getPageCount(), lines, qr, inkAtEdges };
  } finally {
    document.destroy();
    library.destroy();
  }
}
