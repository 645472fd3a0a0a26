/** Templates of the simulated account, as Meta answers them. */

export const demoTemplates = [
  {
    id: '1',
    name: 'promo_kelas_baru',
    language: 'id',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Kelas baru' },
      { type: 'BODY', text: 'Halo Kak {{1}}, pendaftaran {{2}} sudah dibuka. Balas pesan ini untuk bertanya.' },
      { type: 'FOOTER', text: 'Balas STOP untuk berhenti' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Berhenti' }] },
    ],
  },
  {
    id: '2',
    name: 'undangan_webinar',
    language: 'id',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Halo Kak {{1}}, webinar gratis kami mulai {{2}}. Sampai jumpa!' }],
  },
  {
    id: '3',
    name: 'promo_bergambar',
    language: 'id',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Promo akhir tahun untuk Kak {{1}}.' },
    ],
  },
  {
    id: '4',
    name: 'diskon_alumni',
    language: 'id',
    status: 'PENDING',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Khusus alumni: diskon untuk Kak {{1}}.' }],
  },
];
