/** Customer-service users of every tenant; the first is a demo user (contract/src/auth/demo-users.ts). */
export const customerServices = [
  { name: 'Dewi Anggraini', phone: '6281200009001' },
  { name: 'Yuni Astuti', phone: '6281200009002' },
  { name: 'Rendi Saputra', phone: '+62 812-0000-9003' },
  { name: 'Fitria Hasanah', phone: '081200009004' },
  { name: 'Oka Wirawan', phone: '0812-0000-9005' },
] as const;
