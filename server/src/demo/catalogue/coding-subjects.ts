/** Subjects of the coding brand: category, skills, outcomes and sections. */
import type { Subject } from './catalogue.ts';

export const codingSubjects = {
  web: {
    category: 'programming',
    skills: ['HTML', 'CSS', 'Flexbox', 'Git'],
    outcomes: [
      'Menyusun halaman yang rapi dan mudah diakses',
      'Membuat tata letak responsif dengan Flexbox dan Grid',
      'Menerbitkan situs pertama',
    ],
    sections: {
      'Dasar HTML': ['Cara kerja web', 'Struktur dokumen', 'Tautan, gambar, dan tabel', 'Formulir'],
      'Tampilan dengan CSS': ['Selektor dan kaskade', 'Flexbox', 'Grid', 'Desain responsif'],
      'Menerbitkan situs': ['Git dan GitHub', 'Hosting statis', 'Proyek: halaman portofolio'],
    },
  },
  javascript: {
    category: 'programming',
    skills: ['JavaScript', 'DOM', 'Fetch API', 'Vitest'],
    outcomes: [
      'Menulis JavaScript modern yang mudah dibaca',
      'Mengambil data dari API',
      'Menguji fungsi secara otomatis',
    ],
    sections: {
      'Bahasa JavaScript': ['Variabel dan tipe data', 'Fungsi', 'Array dan objek', 'Modul'],
      'JavaScript di peramban': ['DOM dan event', 'Penyimpanan lokal', 'Promise dan async/await', 'Memanggil API'],
      'Kode yang dapat dipercaya': ['Debugging', 'Pengujian unit', 'Proyek: daftar belanja'],
    },
  },
  react: {
    category: 'programming',
    skills: ['React', 'TypeScript', 'Vite', 'TanStack Query'],
    outcomes: [
      'Memecah antarmuka menjadi komponen',
      'Mengelola data dari server',
      'Merilis aplikasi React yang teruji',
    ],
    sections: {
      'Fondasi React': ['Komponen dan JSX', 'Props dan state', 'Daftar dan formulir', 'Efek'],
      'Aplikasi nyata': ['Routing', 'Data dari server', 'TypeScript di React', 'Penanganan galat'],
      'Kualitas dan rilis': ['Pengujian komponen', 'Aksesibilitas', 'Proyek: toko daring mini'],
    },
  },
  backend: {
    category: 'programming',
    skills: ['Node.js', 'REST API', 'PostgreSQL', 'Docker'],
    outcomes: [
      'Merancang REST API yang konsisten',
      'Menyimpan data di PostgreSQL',
      'Menjalankan layanan di dalam kontainer',
    ],
    sections: {
      'API pertama': ['HTTP dan REST', 'Fastify', 'Validasi masukan', 'Penanganan galat'],
      'Data dan keamanan': ['Relasi dan indeks', 'Transaksi', 'Autentikasi dengan token', 'Otorisasi'],
      'Menuju produksi': ['Log dan metrik', 'Docker', 'Proyek: API perpustakaan'],
    },
  },
  laravel: {
    category: 'programming',
    skills: ['PHP', 'Laravel', 'Eloquent', 'MySQL'],
    outcomes: [
      'Membangun aplikasi web dengan Laravel',
      'Memodelkan data dengan Eloquent',
      'Menjadwalkan pekerjaan dan antrean',
    ],
    sections: {
      'Mengenal Laravel': ['Instalasi dan struktur', 'Rute dan controller', 'Blade', 'Validasi formulir'],
      'Data dengan Eloquent': ['Migrasi', 'Model dan relasi', 'Query yang efisien', 'Factory dan seeder'],
      'Fitur lanjutan': ['Antrean', 'Pengujian dengan Pest', 'Proyek: sistem pemesanan'],
    },
  },
  golang: {
    category: 'programming',
    skills: ['Go', 'Concurrency', 'gRPC', 'Profiling'],
    outcomes: [
      'Menulis Go yang idiomatis',
      'Memakai goroutine dan channel dengan aman',
      'Membangun layanan yang cepat',
    ],
    sections: {
      'Bahasa Go': ['Tipe dan struct', 'Interface', 'Galat sebagai nilai', 'Paket dan modul'],
      Konkurensi: ['Goroutine', 'Channel', 'Context', 'Race detector'],
      'Layanan dengan Go': ['HTTP server', 'gRPC', 'Proyek: layanan inventori'],
    },
  },
  mobile: {
    category: 'programming',
    skills: ['Flutter', 'Dart', 'Firebase', 'Play Console'],
    outcomes: [
      'Membuat aplikasi Android dan iOS dari satu kode',
      'Menyimpan data luring',
      'Menerbitkan aplikasi ke toko',
    ],
    sections: {
      'Dart dan Flutter': ['Bahasa Dart', 'Widget', 'Navigasi', 'Tema'],
      'Data dan perangkat': ['Mengelola state', 'Penyimpanan luring', 'Kamera dan lokasi', 'Notifikasi'],
      Rilis: ['Pengujian widget', 'Play Console', 'Proyek: aplikasi pencatat keuangan'],
    },
  },
  database: {
    category: 'data',
    skills: ['SQL', 'PostgreSQL', 'Pemodelan data', 'Indeks'],
    outcomes: [
      'Menulis kueri SQL dengan percaya diri',
      'Merancang skema yang tahan perubahan',
      'Membaca rencana eksekusi',
    ],
    sections: {
      'Kueri dasar': ['SELECT dan WHERE', 'JOIN', 'Agregasi', 'Subkueri'],
      'Merancang skema': ['Normalisasi', 'Kunci dan batasan', 'Migrasi'],
      Kinerja: ['Indeks', 'EXPLAIN', 'Proyek: basis data klinik'],
    },
  },
  design: {
    category: 'design',
    skills: ['Figma', 'Riset pengguna', 'Design system', 'Prototipe'],
    outcomes: ['Menggali kebutuhan pengguna', 'Membuat prototipe di Figma', 'Menyerahkan desain yang siap dikodekan'],
    sections: {
      'Berpikir desain': ['Empati dan wawancara', 'Persona', 'Alur pengguna'],
      'Antarmuka di Figma': ['Tipografi dan warna', 'Auto layout', 'Komponen dan varian', 'Prototipe interaktif'],
      'Uji dan serah terima': ['Uji kegunaan', 'Design token', 'Proyek: aplikasi pesan antar'],
    },
  },
  dotnet: {
    category: 'microsoft',
    skills: ['C#', '.NET', 'Entity Framework', 'Azure'],
    outcomes: [
      'Membangun API dengan ASP.NET Core',
      'Mengakses data dengan Entity Framework',
      'Menempatkan aplikasi di Azure',
    ],
    sections: {
      'C# modern': ['Tipe dan record', 'LINQ', 'Async'],
      'ASP.NET Core': ['Minimal API', 'Entity Framework', 'Identity', 'Konfigurasi'],
      'Azure untuk pengembang': ['App Service', 'Pipeline', 'Proyek: portal karyawan'],
    },
  },
  growth: {
    category: 'marketing',
    skills: ['SEO teknis', 'Analitik web', 'Core Web Vitals'],
    outcomes: [
      'Memperbaiki kecepatan dan peringkat situs',
      'Mengukur perilaku pengunjung',
      'Menjalankan eksperimen kecil',
    ],
    sections: {
      'SEO untuk pengembang': ['Cara kerja mesin pencari', 'Data terstruktur', 'Core Web Vitals'],
      Mengukur: ['Event dan konversi', 'Uji A/B', 'Proyek: audit situs UMKM'],
    },
  },
} satisfies Readonly<Record<string, Subject>>;
