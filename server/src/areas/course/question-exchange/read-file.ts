/** Detects the format of a file by its content, and reads its questions. */
import type { ImportFormat } from '#contract/course/question-exchange/endpoints.ts';
import { badRequest } from '#platform/errors.ts';
import { isAiken, readAiken } from './aiken.ts';
import { isCsv, readCsv } from './csv.ts';
import { type FindFile, type ReadResult, fault } from './read-result.ts';
import { readGift } from './gift.ts';
import { readMoodle } from './moodle.ts';
import { fileFinder } from './package-files.ts';
import { isQtiPackage, readQtiPackage } from './qti-package.ts';
import { readQtiItem } from './qti.ts';
import { readQti1 } from './qti1.ts';
import { readRows } from './sheet.ts';
import { decodeText } from '#contract/kernel/decode-text.ts';
import { type Parts, isZip, unzip } from '#shared/spreadsheet/zip.ts';
import { isWorkbook, pictureRows, readSheet } from '#shared/spreadsheet/xlsx.ts';
import { BrokenXml, countOf, readXml } from '#shared/spreadsheet/xml.ts';

/** Maximum number of lines of a text; 1,000 questions have about ten thousand. */
const maxLines = 200_000;

const sheetLimits = { rows: 20_000, cells: 100_000 };

interface ReadFile {
  /** null: unknown format. */
  format: ImportFormat | null;
  found: ReadResult[];
}

const unknown = (reason: string, mend: string): ReadFile => ({ format: null, found: [fault(1, reason, mend)] });
const formats = 'Choose GIFT, Aiken, Moodle XML, QTI, or our spreadsheet';

async function readZip(bytes: Buffer, max: number): Promise<ReadFile> {
  const parts = await unzip(bytes, /\.(?:png|jpe?g|gif|webp|txt|gift|csv|dat|qti)$/i);
  if (isWorkbook(parts))
    return { format: 'xlsx', found: readRows(await readSheet(parts, sheetLimits, 'shown'), max, pictureRows(parts)) };
  if (isQtiPackage(parts)) return { format: 'qti', found: readQtiPackage(parts, max) };
  return readTexts(parts, max);
}

/** Questions of the one text in an archive, with the pictures beside it. */
function readTexts(parts: Parts, max: number): ReadFile {
  const names = [...parts.keys()].filter(
    (name) => /\.(?:txt|gift|csv|xml)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name),
  );
  const read = names.map((name) => readText(decodeText(parts.get(name)!) ?? '', max, fileFinder(parts, name)));
  const known = read.filter(({ format }) => format !== null);
  if (known.length > 1)
    return unknown(
      `This ZIP holds several files of questions (${known.length})`,
      'Import them one by one, each with its pictures',
    );
  const [only] = known.length === 1 ? known : read;
  return (
    only ??
    unknown('This ZIP holds no questions: neither a package of QTI, a text of questions, nor a spreadsheet', formats)
  );
}

function readXmlFile(text: string, max: number, find?: FindFile): ReadFile {
  const root = readXml(text);
  if (root.name === 'quiz') return { format: 'moodle', found: readMoodle(root, max, find) };
  if (root.name === 'assessmentItem' || root.name === 'qti-assessment-item')
    return { format: 'qti', found: [readQtiItem(root, 1, find)] };
  if (root.name === 'questestinterop') return { format: 'qti', found: readQti1(root, max, ({ line }) => line, find) };
  return unknown(`This XML is not of questions: it begins with <${root.name}>`, formats);
}

function readText(text: string, max: number, find?: FindFile): ReadFile {
  if (text.trim() === '') return unknown('There is nothing in it', formats);
  if (/^\s*</.test(text)) return readXmlFile(text, max, find);
  if (isCsv(text)) return { format: 'csv', found: readCsv(text, max) };
  if (countOf(text, '\n') > maxLines) throw badRequest('This text has far too many lines to be questions');
  if (isAiken(text)) return { format: 'aiken', found: readAiken(text, max, find) };
  if (text.includes('{')) return { format: 'gift', found: readGift(text, max, find) };
  return unknown('These are no questions in a format that is known', formats);
}

/** Reads up to `max` questions of a file. @throws HttpError 400 for malicious files */
export async function readFile(bytes: Buffer, max: number): Promise<ReadFile> {
  try {
    if (isZip(bytes)) return await readZip(bytes, max);
    const text = decodeText(bytes);
    if (text === undefined || text.includes('\0'))
      return unknown('This is no text in UTF-8', `${formats}; in Excel save it as “CSV UTF-8”`);
    return readText(text, max);
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error;
    const found = [
      fault(error.line, `This is no well-formed XML: ${error.message}`, 'Save the file again, or mend this line'),
    ];
    return { format: null, found };
  }
}
