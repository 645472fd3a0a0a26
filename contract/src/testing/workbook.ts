/** Reads exported spreadsheets with another library than the one that writes them. */
import ExcelJS from 'exceljs';

/** The only sheet of a spreadsheet. @throws Error if there are others, or it has another name */
export async function readSheet(file: Uint8Array | ArrayBuffer, name: string): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(new Uint8Array(file).slice().buffer);
  const [sheet, ...others] = workbook.worksheets;
  if (sheet?.name !== name || others.length > 0)
    throw new Error(`Sheets: ${workbook.worksheets.map((one) => one.name).join(', ')}`);
  return sheet;
}

/** Values of the rows, the first being the header; empty cells are ''. */
export function rowsOf(sheet: ExcelJS.Worksheet): ExcelJS.CellValue[][] {
  const { rowCount, columnCount } = sheet;
  return Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: columnCount }, (_, column) => sheet.getCell(row + 1, column + 1).value ?? ''),
  );
}

/** Values of a column below its header. */
export function columnOf(sheet: ExcelJS.Worksheet, header: string): ExcelJS.CellValue[] {
  const [headers = [], ...rows] = rowsOf(sheet);
  const at = headers.indexOf(header);
  if (at < 0) throw new Error(`Columns: ${headers.join(', ')}`);
  return rows.map((row) => row[at] ?? '');
}
