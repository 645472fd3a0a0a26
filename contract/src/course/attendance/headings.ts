/** Columns of attendance reports and lists: what they hold, and the headings by which they are recognised. Pure. */
import { foldHeading } from '../../user/import/columns.ts';
import { minutesOf } from './minutes.ts';
import { wordsOf } from './note.ts';

/** Contents of columns, in the order of the screen. */
export const listFields = {
  name: 'Name',
  first: 'First name',
  last: 'Last name',
  email: 'E-mail',
  join: 'Time joined',
  leave: 'Time left',
  duration: 'Duration',
  attended: 'Was there: yes or no',
  mark: 'Mark, such as hadir or izin',
  action: 'Joined or left',
  waiting: 'In the waiting room: yes or no',
} as const;
export type ListField = keyof typeof listFields;
export const isListField = (field: string): field is ListField => Object.hasOwn(listFields, field);

/** Field by heading, '' for left out: as columns were mapped by hand, now or before. */
export type KnownColumns = ReadonlyMap<string, ListField | ''>;

const minutes = String.raw`( \(?(minutes|mins?|menit|hours|jam|seconds|sec|detik|h+:mm(:ss)?)\)?s?)?`;

/** Headings of Zoom, Google Meet and Microsoft Teams in English and Indonesian, and of lists that people keep. */
const headings: Record<ListField, RegExp> = {
  first: /^(registration )?(first|given) name$|^nama depan$/,
  last: /^(registration )?(last name|surname|family name)$|^nama belakang$/,
  name: /^((user |full ?|display |student |participant |attendee |member )?name|(user )?name \(original name\)|nama( (lengkap|tampilan|pengguna|peserta|siswa|mahasiswa|murid|anggota))?( \(nama asli\))?|peserta|siswa|mahasiswa|participant|attendee|student)$/,
  email:
    /^((user |attendee |participant |student |registration )?e-?mail( pengguna| address| peserta| siswa| mahasiswa)?|alamat (e-?mail|surel)|surel|participant id \(upn\)|id peserta \(upn\))$/,
  join: /^((first |time )?joined( at)?|(first )?join( time| date)?|first seen( at)?|arrival( time)?|time in|entry time|(waktu |jam )?((ber)?gabung|masuk)( pertama)?|pertama (kali )?(ber)?gabung|(waktu |jam )?(ber)?gabung pertama( kali)?|(utc ?event ?)?timestamp|stempel waktu|cap waktu)$/,
  leave:
    /^((time )?(exited|left)( at)?|(last )?leave( time)?|last (seen|left)( at)?|exit time|departure( time)?|time out|(waktu |jam )?keluar( terakhir)?|terakhir( kali)? keluar|(waktu |jam )?(keluar|meninggalkan)( rapat)?( terakhir)?)$/,
  duration: new RegExp(
    `^((total |in-?meeting |meeting |attended |attendance |call )?duration|(total )?time in (session|call|meeting)|(total )?attendance time|(total )?durasi( total| (dalam|di) rapat| rapat| kehadiran)?|(lama|waktu) (di |dalam )?(hadir|kehadiran|sesi|rapat|panggilan)|(total )?(minutes|menit))${minutes}$`,
  ),
  attended: /^(attended|attendance|present|was there|(status )?(hadir|kehadiran|presensi)|status hadir)\??$/,
  mark: /^((attendance )?(status|mark)|keterangan|ket\.?|catatan|notes?|remarks?|absen(si)?|(tidak|tdk) (hadir|masuk)|izin|ijin|sakit|alfa|alpa|alpha|telat|terlambat|late|sick|excused|absent|h|i|s|a|t)$/,
  action: /^((user )?action|tindakan( pengguna)?|aktivitas( pengguna)?)$/,
  waiting:
    /^(in waiting room|(di|dalam) ruang tunggu|(en la|na) sala de espera|im warteraum|(en|dans la) salle d['’]attente|(nella|in) sala d['’]attesa)$/,
};

/** Columns of reports that do not say who was there. */
const other =
  /^((is )?guest|tamu|invitado|convidado|gast|invité|ospite|unsubscribed|interest rating|(adalah )?tamu|no\.?|nomor|#|country.*|region.*|negara.*|approval status|status persetujuan|registration .*|.*pendaftaran|role|peran|department|departemen|group|grup|phone.*|source name|host|panitia|disclaimer.*|.*(recording|rekaman).*|meeting id|topic)$/;
const registration = /registration|approval|pendaftaran|persetujuan/;

const plain = (heading: string) =>
  heading
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s*\((?:utc|gmt|wib|wita|wit)[^()]*\)$/, '')
    .replaceAll(/\s+/g, ' ');

/** Key of a heading in {@link KnownColumns}; a column without a heading is known by its place. */
export const headingKey = (heading: string, at: number): string => foldHeading(heading).slice(0, 200) || `#${at + 1}`;

/** Recognised headings by their texts: reports repeat them in every row that is tried. */
const fields = new Map<string, ListField | '' | undefined>();

/** Field of a heading; '': it is of no interest; undefined: unknown. */
export function fieldOf(heading: string, at: number, known: KnownColumns): ListField | '' | undefined {
  const mapped = known.size > 0 ? known.get(headingKey(heading, at)) : undefined;
  if (mapped !== undefined || heading.length > 60) return mapped;
  if (!fields.has(heading)) {
    const text = plain(heading);
    const found = (Object.keys(headings) as ListField[]).find((field) => headings[field].test(text));
    if (fields.size > 1000) fields.clear();
    fields.set(heading, found ?? (other.test(text) ? '' : undefined));
  }
  return fields.get(heading);
}

/** Whether a heading is of a registration, which says nothing about the class. */
export const isOfRegistration = (heading: string): boolean => registration.test(plain(heading));

/** Minutes of the unit that a heading names, such as "Dauer (Sekunden)"; null: none. One Latin letter is no unit. */
export const unitOf = (heading: string): number | null =>
  wordsOf(heading)
    .filter((word) => !/^[a-z]{1,2}$/.test(word))
    .map((word) => minutesOf(`1 ${word}`))
    .find((minutes) => minutes !== null) ?? null;
