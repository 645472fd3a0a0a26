import { catalogue } from './catalogue.ts';

export const data = catalogue({
  mentors: [
    ['Nadira Safitri Rahmawati', 'Senior Data Analyst', ['excel', 'sql', 'statistics', 'marketing']],
    ['Bramantyo Wicaksana', 'Machine Learning Engineer', ['python', 'ml', 'statistics']],
    ['Clara Simanjuntak', 'Analytics Engineer', ['engineering', 'sql', 'privacy']],
    ['Yudhistira Aji Saputra', 'BI Consultant', ['powerbi', 'storytelling', 'excel']],
  ],
  subjects: {
    excel: {
      category: 'microsoft', skills: ['Excel', 'PivotTable', 'Power Query', 'Grafik'],
      outcomes: ['Membersihkan data dengan Power Query', 'Meringkas data dengan PivotTable', 'Membuat laporan bulanan otomatis'],
      sections: {
        'Rumus yang penting': ['Referensi sel', 'XLOOKUP', 'IF dan SUMIFS', 'Teks dan tanggal'],
        'Meringkas data': ['Tabel', 'PivotTable', 'Grafik'],
        'Otomasi': ['Power Query', 'Makro sederhana', 'Proyek: laporan penjualan'],
      },
    },
    sql: {
      category: 'data', skills: ['SQL', 'PostgreSQL', 'Window function', 'CTE'],
      outcomes: ['Mengambil data yang tepat dengan SQL', 'Menghitung metrik dengan window function', 'Menulis kueri yang mudah dibaca'],
      sections: {
        'Kueri dasar': ['SELECT', 'Filter dan urutan', 'JOIN', 'GROUP BY'],
        'Kueri analitis': ['CTE', 'Window function', 'Kohort', 'Corong'],
        'Kualitas': ['Data ganda dan kosong', 'Kinerja', 'Proyek: analisis toko daring'],
      },
    },
    python: {
      category: 'programming', skills: ['Python', 'pandas', 'NumPy', 'Jupyter'],
      outcomes: ['Menulis Python untuk analisis', 'Mengolah tabel dengan pandas', 'Membagikan notebook yang rapi'],
      sections: {
        'Bahasa Python': ['Tipe data', 'Fungsi', 'Modul'],
        'pandas': ['DataFrame', 'Menggabungkan data', 'Deret waktu', 'Data kosong'],
        'Eksplorasi': ['Matplotlib', 'Statistik ringkas', 'Proyek: data transportasi kota'],
      },
    },
    statistics: {
      category: 'data', skills: ['Statistika', 'Uji hipotesis', 'A/B testing'],
      outcomes: ['Membaca sebaran data', 'Menguji hipotesis dengan benar', 'Merancang uji A/B'],
      sections: {
        'Statistika deskriptif': ['Pemusatan dan sebaran', 'Korelasi', 'Visualisasi sebaran'],
        'Inferensi': ['Sampel dan populasi', 'Selang kepercayaan', 'Uji hipotesis'],
        'Eksperimen': ['Uji A/B', 'Ukuran sampel', 'Proyek: evaluasi promo'],
      },
    },
    powerbi: {
      category: 'microsoft', skills: ['Power BI', 'DAX', 'Pemodelan data'],
      outcomes: ['Menghubungkan dan memodelkan data', 'Menulis ukuran DAX', 'Menerbitkan dasbor yang dipakai'],
      sections: {
        'Memulai Power BI': ['Menghubungkan data', 'Power Query', 'Model bintang'],
        'DAX': ['Kolom dan ukuran', 'Konteks filter', 'Kecerdasan waktu'],
        'Dasbor': ['Prinsip visual', 'Hak akses baris', 'Proyek: dasbor rantai pasok'],
      },
    },
    ml: {
      category: 'data', skills: ['scikit-learn', 'Regresi', 'Klasifikasi', 'Evaluasi model'],
      outcomes: ['Melatih model regresi dan klasifikasi', 'Menilai model dengan jujur', 'Menyajikan model sebagai layanan'],
      sections: {
        'Pengantar': ['Jenis pembelajaran', 'Menyiapkan fitur', 'Latih dan uji'],
        'Model': ['Regresi', 'Pohon keputusan', 'Klasterisasi', 'Ensemble'],
        'Menuju produksi': ['Evaluasi', 'Bias dan keadilan', 'Proyek: prediksi churn'],
      },
    },
    engineering: {
      category: 'programming', skills: ['Airflow', 'dbt', 'Data warehouse', 'Spark'],
      outcomes: ['Merancang gudang data', 'Membangun pipeline terjadwal', 'Menguji mutu data'],
      sections: {
        'Arsitektur data': ['OLTP dan OLAP', 'Gudang data', 'Danau data'],
        'Pipeline': ['Airflow', 'dbt', 'Aliran data'],
        'Mutu data': ['Pengujian', 'Katalog', 'Proyek: pipeline e-commerce'],
      },
    },
    storytelling: {
      category: 'design', skills: ['Visualisasi', 'Data storytelling', 'Presentasi'],
      outcomes: ['Memilih grafik yang tepat', 'Menyusun cerita dari data', 'Mempresentasikan rekomendasi'],
      sections: {
        'Memilih grafik': ['Perbandingan', 'Tren', 'Hubungan'],
        'Menyusun cerita': ['Audiens', 'Judul yang berbicara', 'Anotasi'],
        'Presentasi': ['Slide yang tenang', 'Proyek: rekomendasi untuk direksi'],
      },
    },
    marketing: {
      category: 'marketing', skills: ['Analitik pemasaran', 'Segmentasi', 'Atribusi'],
      outcomes: ['Mengukur kinerja kanal', 'Membuat segmen pelanggan', 'Menghitung nilai pelanggan'],
      sections: {
        'Metrik pemasaran': ['CAC dan LTV', 'Corong konversi', 'Retensi'],
        'Segmentasi': ['RFM', 'Kohort', 'Personalisasi'],
        'Atribusi': ['Model atribusi', 'Proyek: laporan kampanye'],
      },
    },
    privacy: {
      category: 'cyber', skills: ['Privasi data', 'Anonimisasi', 'UU PDP'],
      outcomes: ['Mengenali data pribadi', 'Menganonimkan set data', 'Menyusun kebijakan akses'],
      sections: {
        'Privasi data': ['Data pribadi', 'Dasar pemrosesan', 'UU PDP'],
        'Teknik': ['Anonimisasi', 'Kendali akses', 'Proyek: set data yang aman dibagikan'],
      },
    },
  },
  flexy: [
    ['excel', 'Excel untuk Pemula', 'beginner', 149_000], ['sql', 'SQL untuk Analisis Data', 'beginner', 249_000],
    ['statistics', 'Statistika Dasar untuk Bisnis', 'beginner', 199_000], ['python', 'Python untuk Analisis Data', 'beginner', 349_000],
    ['excel', 'PivotTable dan Power Query Tuntas', 'intermediate', 249_000], ['powerbi', 'Power BI dari Nol', 'beginner', 349_000],
    ['storytelling', 'Data Storytelling', 'beginner', 249_000], ['sql', 'Window Function dan CTE', 'intermediate', 349_000],
    ['marketing', 'Analitik Pemasaran Digital', 'beginner', 299_000], ['python', 'pandas Lanjutan', 'intermediate', 399_000],
    ['ml', 'Machine Learning untuk Pemula', 'beginner', 449_000], ['statistics', 'A/B Testing dalam Praktik', 'intermediate', 349_000],
    ['privacy', 'Privasi Data untuk Analis', 'beginner', 199_000], ['powerbi', 'DAX Mendalam', 'advanced', 499_000],
    ['engineering', 'Pengantar Data Engineering', 'beginner', 449_000], ['excel', 'Excel untuk Keuangan', 'intermediate', 299_000],
    ['ml', 'Klasifikasi dan Evaluasi Model', 'intermediate', 549_000], ['sql', 'Analisis Kohort dan Retensi dengan SQL', 'advanced', 449_000],
    ['engineering', 'Pipeline Data dengan Airflow dan dbt', 'advanced', 699_000], ['marketing', 'Segmentasi Pelanggan dengan RFM', 'intermediate', 349_000],
    ['python', 'Visualisasi Data dengan Python', 'intermediate', 349_000], ['powerbi', 'Dasbor Eksekutif dengan Power BI', 'intermediate', 449_000],
    ['statistics', 'Peramalan Deret Waktu', 'advanced', 549_000], ['ml', 'MLOps: Model ke Produksi', 'advanced', 799_000],
    ['storytelling', 'Desain Dasbor yang Mudah Dibaca', 'intermediate', 299_000], ['engineering', 'Apache Spark untuk Data Besar', 'advanced', 749_000],
    ['sql', 'Persiapan Tes SQL Data Analyst', 'intermediate', 249_000], ['python', 'Web Scraping yang Beretika', 'intermediate', 299_000],
  ],
  fastTrack: [
    ['excel', 'Kelas Intensif Excel Batch 9', 'beginner', 1_250_000], ['sql', 'Bootcamp Data Analyst Batch 11', 'beginner', 3_500_000],
    ['ml', 'Bootcamp Machine Learning Batch 4', 'advanced', 4_500_000], ['powerbi', 'Bootcamp Business Intelligence Batch 5', 'intermediate', 3_250_000],
    ['engineering', 'Bootcamp Data Engineer Batch 3', 'advanced', 4_500_000], ['statistics', 'Kelas Onsite Statistika Surabaya', 'beginner', 1_950_000],
    ['sql', 'Bootcamp Data Analyst Batch 12', 'beginner', 3_500_000], ['python', 'Bootcamp Python for Data Batch 6', 'intermediate', 2_900_000],
    ['storytelling', 'Kelas Akhir Pekan: Data Storytelling', 'beginner', 990_000], ['ml', 'Bootcamp Machine Learning Batch 5', 'advanced', 4_500_000],
    ['powerbi', 'In-House Training Power BI', 'intermediate', 4_200_000], ['engineering', 'Bootcamp Data Engineer Batch 4', 'advanced', 4_500_000],
  ],
  paths: [
    ['Menjadi Data Analyst', ['excel', 'sql', 'statistics', 'powerbi'], 999_000], ['Menjadi Data Scientist', ['python', 'statistics', 'ml'], 1_199_000],
    ['Menjadi Data Engineer', ['sql', 'python', 'engineering'], 1_299_000], ['Business Intelligence Specialist', ['excel', 'powerbi', 'storytelling'], 899_000],
    ['Marketing Analyst', ['excel', 'marketing', 'statistics'], 749_000], ['Dasar Data untuk Mahasiswa', ['excel', 'sql'], 299_000],
    ['Analitik yang Bertanggung Jawab', ['statistics', 'privacy'], 399_000], ['Visualisasi Data Profesional', ['storytelling', 'powerbi'], 549_000],
  ],
});
