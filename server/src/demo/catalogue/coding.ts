import { catalogue } from './catalogue.ts';

export const coding = catalogue({
  mentors: [
    ['Andika Pramana Putra', 'Senior Front-End Engineer', ['web', 'javascript', 'react', 'growth']],
    ['Melati Kusumawati', 'Back-End Engineer', ['backend', 'laravel', 'golang', 'dotnet', 'database']],
    ['Ferdinand Hutabarat', 'Mobile Engineer', ['mobile', 'react', 'golang']],
    ['Ratih Puspaningrum', 'Product Designer', ['design', 'web', 'growth']],
  ],
  subjects: {
    web: {
      category: 'programming', skills: ['HTML', 'CSS', 'Flexbox', 'Git'],
      outcomes: ['Menyusun halaman yang rapi dan mudah diakses', 'Membuat tata letak responsif dengan Flexbox dan Grid', 'Menerbitkan situs pertama'],
      sections: {
        'Dasar HTML': ['Cara kerja web', 'Struktur dokumen', 'Tautan, gambar, dan tabel', 'Formulir'],
        'Tampilan dengan CSS': ['Selektor dan kaskade', 'Flexbox', 'Grid', 'Desain responsif'],
        'Menerbitkan situs': ['Git dan GitHub', 'Hosting statis', 'Proyek: halaman portofolio'],
      },
    },
    javascript: {
      category: 'programming', skills: ['JavaScript', 'DOM', 'Fetch API', 'Vitest'],
      outcomes: ['Menulis JavaScript modern yang mudah dibaca', 'Mengambil data dari API', 'Menguji fungsi secara otomatis'],
      sections: {
        'Bahasa JavaScript': ['Variabel dan tipe data', 'Fungsi', 'Array dan objek', 'Modul'],
        'JavaScript di peramban': ['DOM dan event', 'Penyimpanan lokal', 'Promise dan async/await', 'Memanggil API'],
        'Kode yang dapat dipercaya': ['Debugging', 'Pengujian unit', 'Proyek: daftar belanja'],
      },
    },
    react: {
      category: 'programming', skills: ['React', 'TypeScript', 'Vite', 'TanStack Query'],
      outcomes: ['Memecah antarmuka menjadi komponen', 'Mengelola data dari server', 'Merilis aplikasi React yang teruji'],
      sections: {
        'Fondasi React': ['Komponen dan JSX', 'Props dan state', 'Daftar dan formulir', 'Efek'],
        'Aplikasi nyata': ['Routing', 'Data dari server', 'TypeScript di React', 'Penanganan galat'],
        'Kualitas dan rilis': ['Pengujian komponen', 'Aksesibilitas', 'Proyek: toko daring mini'],
      },
    },
    backend: {
      category: 'programming', skills: ['Node.js', 'REST API', 'PostgreSQL', 'Docker'],
      outcomes: ['Merancang REST API yang konsisten', 'Menyimpan data di PostgreSQL', 'Menjalankan layanan di dalam kontainer'],
      sections: {
        'API pertama': ['HTTP dan REST', 'Fastify', 'Validasi masukan', 'Penanganan galat'],
        'Data dan keamanan': ['Relasi dan indeks', 'Transaksi', 'Autentikasi dengan token', 'Otorisasi'],
        'Menuju produksi': ['Log dan metrik', 'Docker', 'Proyek: API perpustakaan'],
      },
    },
    laravel: {
      category: 'programming', skills: ['PHP', 'Laravel', 'Eloquent', 'MySQL'],
      outcomes: ['Membangun aplikasi web dengan Laravel', 'Memodelkan data dengan Eloquent', 'Menjadwalkan pekerjaan dan antrean'],
      sections: {
        'Mengenal Laravel': ['Instalasi dan struktur', 'Rute dan controller', 'Blade', 'Validasi formulir'],
        'Data dengan Eloquent': ['Migrasi', 'Model dan relasi', 'Query yang efisien', 'Factory dan seeder'],
        'Fitur lanjutan': ['Antrean', 'Pengujian dengan Pest', 'Proyek: sistem pemesanan'],
      },
    },
    golang: {
      category: 'programming', skills: ['Go', 'Concurrency', 'gRPC', 'Profiling'],
      outcomes: ['Menulis Go yang idiomatis', 'Memakai goroutine dan channel dengan aman', 'Membangun layanan yang cepat'],
      sections: {
        'Bahasa Go': ['Tipe dan struct', 'Interface', 'Galat sebagai nilai', 'Paket dan modul'],
        'Konkurensi': ['Goroutine', 'Channel', 'Context', 'Race detector'],
        'Layanan dengan Go': ['HTTP server', 'gRPC', 'Proyek: layanan inventori'],
      },
    },
    mobile: {
      category: 'programming', skills: ['Flutter', 'Dart', 'Firebase', 'Play Console'],
      outcomes: ['Membuat aplikasi Android dan iOS dari satu kode', 'Menyimpan data luring', 'Menerbitkan aplikasi ke toko'],
      sections: {
        'Dart dan Flutter': ['Bahasa Dart', 'Widget', 'Navigasi', 'Tema'],
        'Data dan perangkat': ['Mengelola state', 'Penyimpanan luring', 'Kamera dan lokasi', 'Notifikasi'],
        'Rilis': ['Pengujian widget', 'Play Console', 'Proyek: aplikasi pencatat keuangan'],
      },
    },
    database: {
      category: 'data', skills: ['SQL', 'PostgreSQL', 'Pemodelan data', 'Indeks'],
      outcomes: ['Menulis kueri SQL dengan percaya diri', 'Merancang skema yang tahan perubahan', 'Membaca rencana eksekusi'],
      sections: {
        'Kueri dasar': ['SELECT dan WHERE', 'JOIN', 'Agregasi', 'Subkueri'],
        'Merancang skema': ['Normalisasi', 'Kunci dan batasan', 'Migrasi'],
        'Kinerja': ['Indeks', 'EXPLAIN', 'Proyek: basis data klinik'],
      },
    },
    design: {
      category: 'design', skills: ['Figma', 'Riset pengguna', 'Design system', 'Prototipe'],
      outcomes: ['Menggali kebutuhan pengguna', 'Membuat prototipe di Figma', 'Menyerahkan desain yang siap dikodekan'],
      sections: {
        'Berpikir desain': ['Empati dan wawancara', 'Persona', 'Alur pengguna'],
        'Antarmuka di Figma': ['Tipografi dan warna', 'Auto layout', 'Komponen dan varian', 'Prototipe interaktif'],
        'Uji dan serah terima': ['Uji kegunaan', 'Design token', 'Proyek: aplikasi pesan antar'],
      },
    },
    dotnet: {
      category: 'microsoft', skills: ['C#', '.NET', 'Entity Framework', 'Azure'],
      outcomes: ['Membangun API dengan ASP.NET Core', 'Mengakses data dengan Entity Framework', 'Menempatkan aplikasi di Azure'],
      sections: {
        'C# modern': ['Tipe dan record', 'LINQ', 'Async'],
        'ASP.NET Core': ['Minimal API', 'Entity Framework', 'Identity', 'Konfigurasi'],
        'Azure untuk pengembang': ['App Service', 'Pipeline', 'Proyek: portal karyawan'],
      },
    },
    growth: {
      category: 'marketing', skills: ['SEO teknis', 'Analitik web', 'Core Web Vitals'],
      outcomes: ['Memperbaiki kecepatan dan peringkat situs', 'Mengukur perilaku pengunjung', 'Menjalankan eksperimen kecil'],
      sections: {
        'SEO untuk pengembang': ['Cara kerja mesin pencari', 'Data terstruktur', 'Core Web Vitals'],
        'Mengukur': ['Event dan konversi', 'Uji A/B', 'Proyek: audit situs UMKM'],
      },
    },
  },
  flexy: [
    ['web', 'HTML & CSS dari Nol', 'beginner', 149_000], ['javascript', 'JavaScript Dasar untuk Pemula', 'beginner', 199_000],
    ['database', 'SQL Dasar dengan PostgreSQL', 'beginner', 199_000], ['web', 'Tata Letak Modern dengan Grid dan Flexbox', 'intermediate', 179_000],
    ['react', 'React untuk Pemula', 'beginner', 349_000], ['backend', 'Membangun REST API dengan Node.js', 'intermediate', 399_000],
    ['laravel', 'Laravel Dasar: Aplikasi Web Pertamamu', 'beginner', 349_000], ['design', 'UI/UX Design dengan Figma', 'beginner', 299_000],
    ['golang', 'Belajar Go dari Awal', 'beginner', 349_000], ['mobile', 'Flutter Dasar: Satu Kode, Dua Platform', 'beginner', 399_000],
    ['javascript', 'JavaScript Asinkron Tuntas', 'intermediate', 249_000], ['dotnet', 'C# dan .NET untuk Pemula', 'beginner', 349_000],
    ['growth', 'SEO Teknis untuk Pengembang Web', 'intermediate', 249_000], ['database', 'Perancangan Basis Data Relasional', 'intermediate', 299_000],
    ['react', 'TypeScript di Proyek React', 'intermediate', 449_000], ['backend', 'Autentikasi dan Otorisasi di Node.js', 'advanced', 499_000],
    ['laravel', 'Laravel Lanjutan: Antrean, Cache, dan Pengujian', 'advanced', 549_000], ['golang', 'Konkurensi di Go', 'advanced', 549_000],
    ['mobile', 'Flutter Lanjutan: Mode Luring dan Notifikasi', 'advanced', 599_000], ['design', 'Membangun Design System', 'advanced', 499_000],
    ['dotnet', 'ASP.NET Core dan Entity Framework', 'intermediate', 499_000], ['web', 'Aksesibilitas Web (WCAG) dalam Praktik', 'intermediate', 249_000],
    ['backend', 'Docker untuk Pengembang', 'intermediate', 349_000], ['react', 'Pengujian Aplikasi React', 'advanced', 449_000],
    ['golang', 'Microservices dengan Go dan gRPC', 'advanced', 699_000], ['database', 'Optimasi Kueri PostgreSQL', 'advanced', 599_000],
    ['laravel', 'Membuat Toko Online dengan Laravel', 'intermediate', 499_000], ['javascript', 'Struktur Data dan Algoritma dengan JavaScript', 'intermediate', 399_000],
  ],
  fastTrack: [
    ['web', 'Bootcamp Web Fundamental Batch 4', 'beginner', 1_500_000], ['react', 'Bootcamp Front-End React Batch 6', 'intermediate', 3_500_000],
    ['laravel', 'Bootcamp Full-Stack Laravel Batch 3', 'intermediate', 3_900_000], ['backend', 'Bootcamp Back-End Node.js Batch 5', 'intermediate', 3_900_000],
    ['mobile', 'Bootcamp Mobile Flutter Batch 4', 'intermediate', 4_200_000], ['design', 'Kelas Intensif UI/UX Onsite Jakarta', 'beginner', 2_750_000],
    ['react', 'Bootcamp Front-End React Batch 7', 'intermediate', 3_500_000], ['golang', 'Bootcamp Go Engineer Batch 2', 'advanced', 4_500_000],
    ['web', 'Kelas Akhir Pekan: Web untuk Guru', 'beginner', 990_000], ['laravel', 'Bootcamp Full-Stack Laravel Batch 4', 'intermediate', 3_900_000],
    ['dotnet', 'In-House Training .NET', 'intermediate', 4_500_000], ['mobile', 'Bootcamp Mobile Flutter Batch 5', 'intermediate', 4_200_000],
  ],
  paths: [
    ['Menjadi Front-End Developer', ['web', 'javascript', 'react', 'design'], 899_000], ['Menjadi Back-End Developer', ['database', 'backend', 'golang'], 999_000],
    ['Full-Stack JavaScript', ['javascript', 'react', 'backend', 'database'], 1_199_000], ['Full-Stack Laravel', ['web', 'laravel', 'database'], 899_000],
    ['Mobile Developer dengan Flutter', ['design', 'mobile', 'backend'], 1_099_000], ['Dasar Pemrograman untuk Pelajar', ['web', 'javascript'], 299_000],
    ['.NET Developer', ['dotnet', 'database'], 799_000], ['Web Performance dan SEO', ['web', 'growth'], 399_000],
  ],
});
