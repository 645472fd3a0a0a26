/** Who people are: names, universities and companies, cities, jobs. Nobody in particular. */

export const firstNames = [
  'Aditya', 'Agus', 'Ahmad', 'Aisyah', 'Anisa', 'Arif', 'Ayu', 'Bayu', 'Bima', 'Budi', 'Cahya', 'Citra', 'Daniel', 'Desi', 'Dian', 'Dimas',
  'Eka', 'Elisabeth', 'Fajar', 'Farah', 'Febri', 'Fitri', 'Galih', 'Gita', 'Hana', 'Hendra', 'Ika', 'Indah', 'Irfan', 'Joko', 'Kartika', 'Komang',
  'Laras', 'Lestari', 'Lukman', 'Made', 'Maria', 'Maya', 'Mega', 'Muhammad', 'Nadia', 'Ni Luh', 'Nur', 'Putri', 'Raden', 'Rahmat', 'Rani', 'Reza',
  'Rina', 'Rizal', 'Sari', 'Sekar', 'Siti', 'Taufik', 'Teguh', 'Tri', 'Wahyu', 'Wayan', 'Yohanes', 'Yusuf', 'Zahra', 'Zainal',
] as const;

export const lastNames = [
  'Abdurrahman', 'Adiputra', 'Anggraini', 'Aritonang', 'Budiman', 'Cahyono', 'Damanik', 'Darmawan', 'Fauzi', 'Firmansyah', 'Ginting', 'Gunawan',
  'Hadi', 'Halim', 'Handayani', 'Harahap', 'Hartono', 'Hidayat', 'Irawan', 'Kurniawan', 'Kusuma', 'Lesmana', 'Lubis', 'Maharani', 'Mahendra',
  'Manurung', 'Maulana', 'Nasution', 'Nugroho', 'Nurhaliza', 'Oktaviani', 'Panjaitan', 'Permata', 'Pradana', 'Pramudya', 'Pratama', 'Puspitasari',
  'Rahayu', 'Rahman', 'Ramadhani', 'Saputra', 'Saraswati', 'Setiawan', 'Siregar', 'Situmorang', 'Suryadi', 'Syahputra', 'Tampubolon', 'Tanjung',
  'Utami', 'Wibowo', 'Wicaksono', 'Widodo', 'Wijaya', 'Yulianti', 'Yusuf',
] as const;

/** Names that try a screen: one word, an apostrophe, a degree, very long. */
export const unusualNames = [
  'Suharti', "Nur'aini Ma'rifatul Jannah", 'Dr. Ir. Bambang Susilo, M.Kom.', 'Maria Goretti Anastasia Wulandari Kusumaningtyas Hadiprawira',
  'I Gusti Ayu Agung Mas Pradnyani', 'Ab Hadi',
] as const;

export const universities = [
  'Universitas Indonesia', 'Institut Teknologi Bandung', 'Universitas Gadjah Mada', 'Institut Teknologi Sepuluh Nopember', 'Universitas Airlangga',
  'Universitas Brawijaya', 'Universitas Padjadjaran', 'Universitas Diponegoro', 'Universitas Hasanuddin', 'Universitas Sumatera Utara',
  'Universitas Sebelas Maret', 'Universitas Udayana', 'Universitas Andalas', 'Universitas Negeri Yogyakarta', 'Politeknik Negeri Bandung',
  'Politeknik Elektronika Negeri Surabaya',
] as const;

export const companies = [
  'PT Samudra Data Nusantara', 'PT Karya Digital Mandiri', 'PT Bumi Logistik Sejahtera', 'CV Cipta Kode Bersama', 'PT Cakrawala Retail Indonesia',
  'PT Mitra Medika Utama', 'PT Arunika Finansial Teknologi', 'PT Nusa Energi Lestari', 'PT Tirta Pangan Makmur', 'PT Lentera Edukasi Bangsa',
  'Koperasi Warga Sejahtera', 'PT Garda Siber Pratama',
] as const;

export const cities = [
  'Jakarta Selatan', 'Jakarta Barat', 'Jakarta Timur', 'Bandung', 'Bekasi', 'Bogor', 'Depok', 'Tangerang Selatan', 'Semarang', 'Surakarta',
  'Yogyakarta', 'Sleman', 'Surabaya', 'Malang', 'Sidoarjo', 'Denpasar', 'Medan', 'Padang', 'Palembang', 'Pekanbaru', 'Makassar', 'Manado',
  'Balikpapan', 'Banjarmasin', 'Pontianak', 'Mataram', 'Kupang', 'Ambon', 'Jayapura',
] as const;

export const jobs = [
  'Software Engineer', 'Front-End Developer', 'Back-End Developer', 'QA Engineer', 'Data Analyst', 'Data Engineer', 'Business Analyst',
  'Product Manager', 'Desainer UI/UX', 'Administrator Sistem', 'Analis Keamanan Informasi', 'Staf IT', 'Staf Keuangan', 'Staf Pemasaran Digital',
  'Guru SMK', 'Dosen', 'Wirausaha', 'Auditor Internal', 'Konsultan', 'Teknisi Jaringan',
] as const;
