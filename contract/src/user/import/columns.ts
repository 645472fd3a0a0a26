/** Fields that can be imported of each kind, and the headings by which their columns are recognised. */

interface ImportField {
  label: string;
  /** Headings that mean it, folded ({@link foldHeading}), in Indonesian and English. */
  names: readonly string[];
  /** A file without a column of it cannot be imported. */
  isRequired?: true;
}
export type ImportFields = Readonly<Record<string, ImportField>>;

const person = {
  externalId: {
    label: 'External id',
    names: ['externalid', 'idexternal', 'ideksternal', 'id', 'memberid', 'idanggota', 'nomoranggota', 'noanggota', 'nim', 'nis', 'nip', 'studentid', 'userid', 'idpengguna', 'idpeserta', 'nomorinduk'], // prettier-ignore
  },
  email: {
    label: 'E-mail',
    names: [
      'email',
      'emailaddress',
      'alamatemail',
      'surel',
      'alamatsurel',
      'useremail',
      'emailpeserta',
      'emailanggota',
    ],
  },
  phoneNumber: {
    label: 'Phone',
    names: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'whatsapp', 'wa', 'nowa', 'nomorwa', 'nomorwhatsapp', 'nowhatsapp', 'hp', 'nohp', 'nomorhp', 'telepon', 'notelepon', 'nomortelepon', 'notelp', 'telp', 'handphone', 'nohandphone', 'nomorhandphone', 'ponsel', 'nomorponsel'], // prettier-ignore
  },
  name: {
    label: 'Name',
    names: ['name', 'fullname', 'nama', 'namalengkap', 'namapeserta', 'namaanggota', 'namasiswa', 'username', 'membername', 'studentname'], // prettier-ignore
  },
} as const satisfies ImportFields;

const product = [
  'course',
  'coursename',
  'kursus',
  'namakursus',
  'kelas',
  'namakelas',
  'courseid',
  'idkursus',
  'program',
];

/** Kinds of imports, their fields in the order of the screen, and their words. */
export const importKinds = {
  members: {
    label: 'Members',
    one: 'member',
    many: 'members',
    fields: {
      ...person,
      uoc: {
        label: 'University or company',
        names: ['uoc', 'university', 'universitas', 'company', 'perusahaan', 'institution', 'institusi', 'instansi', 'kampus', 'sekolah', 'asalinstansi', 'organisasi', 'organization', 'universitasatauperusahaan', 'universityorcompany'], // prettier-ignore
      },
      job: { label: 'Job', names: ['job', 'jobtitle', 'pekerjaan', 'profesi', 'jabatan', 'occupation'] },
      location: { label: 'Location', names: ['location', 'lokasi', 'kota', 'city', 'domisili', 'alamat', 'address'] },
      role: { label: 'Role', names: ['role', 'peran'] },
    },
  },
  memberships: {
    label: 'Memberships of courses',
    one: 'membership',
    many: 'memberships',
    fields: { ...person, course: { label: 'Course', names: product, isRequired: true } },
  },
  orders: {
    label: 'Past orders',
    one: 'order',
    many: 'orders',
    fields: {
      ...person,
      invoice: {
        label: 'Order number',
        names: ['invoice', 'invoicenumber', 'noinvoice', 'nomorinvoice', 'orderid', 'ordernumber', 'idpesanan', 'nomorpesanan', 'nopesanan', 'kodepesanan', 'idorder', 'transactionid', 'idtransaksi', 'notransaksi', 'nomortransaksi', 'faktur', 'nofaktur'], // prettier-ignore
        isRequired: true,
      },
      product: {
        label: 'Product',
        names: [...product, 'product', 'productname', 'produk', 'namaproduk', 'item'],
        isRequired: true,
      },
      total: { label: 'Total', names: ['total', 'totalamount', 'amount', 'price', 'harga', 'jumlah', 'nominal', 'totalharga', 'totalbayar', 'totalpembayaran'], isRequired: true }, // prettier-ignore
      status: { label: 'Status', names: ['status', 'orderstatus', 'paymentstatus', 'statuspesanan', 'statuspembayaran'], isRequired: true }, // prettier-ignore
      createdAt: { label: 'Date', names: ['date', 'orderdate', 'createdat', 'tanggal', 'tanggalpesanan', 'tanggalorder', 'tanggaltransaksi', 'tglpesanan', 'tgl', 'waktu', 'orderdatetime'], isRequired: true }, // prettier-ignore
      method: { label: 'Payment method', names: ['method', 'paymentmethod', 'metode', 'metodepembayaran', 'carabayar', 'pembayaran'] }, // prettier-ignore
    },
  },
} as const satisfies Record<string, { label: string; one: string; many: string; fields: ImportFields }>;
export type ImportKind = keyof typeof importKinds;

/** Fields of a kind, whichever it is. */
export const fieldsOf = (kind: ImportKind): ImportFields => importKinds[kind].fields;

/** Fields by which people are found, in this order; a file needs a column of one. */
export const personKeys = ['externalId', 'email', 'phoneNumber'] as const;

/** Heading as it is compared: letters and digits only, without case and accents. */
export const foldHeading = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Field of each column, '' for none: as it was mapped before (`remembered`, by folded heading), or else recognised. A
 * field has one column.
 */
export function recogniseColumns(
  fields: ImportFields,
  header: readonly string[],
  remembered: ReadonlyMap<string, string>,
): string[] {
  const taken = new Set<string>();
  return header.map(foldHeading).map((heading) => {
    const known = remembered.get(heading) ?? Object.keys(fields).find((key) => fields[key]!.names.includes(heading));
    if (known === undefined || !(known in fields) || taken.has(known)) return '';
    taken.add(known);
    return known;
  });
}

/** Labels of missing columns; nothing can be imported without it. */
export function missingColumns(kind: ImportKind, columns: readonly string[]): string[] {
  const fields = fieldsOf(kind);
  const missing = Object.entries(fields).flatMap(([key, { label, isRequired }]) =>
    isRequired && !columns.includes(key) ? [label] : [],
  );
  if (!personKeys.some((key) => columns.includes(key)))
    missing.unshift(personKeys.map((key) => fields[key]!.label).join(' or '));
  return missing;
}
