/** Reads a PDF with tools that had no part in making it: Chrome's own reader, and a decoder of QR codes. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';

type ReadQr = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
/** Typed as a module of its own kind, which Node does not read it as. */
const readQr = jsQR as unknown as ReadQr;

export interface ReadPdf {
  pages: number;
  /** Line by line, as it is printed. */
  lines: string[];
  /** What the QR code of the first page says. */
  qr: string | undefined;
  /** Pixels of the first page that are not white between its frame and its margins, left and right. */
  inkAtEdges: number;
}

/** Pixels of a point. */
const scale = 2;
/** Points from either side where the paper has nothing: from its frame to its margin. */
const [frame, edge] = [32, 54];
/** Points below its coloured bar, and above the lower line of its frame. */
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
    // Closes the page.
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
