import { catalogue } from './catalogue.ts';

export const cyber = catalogue({
  mentors: [
    ['Galang Aryasatya Nugraha', 'Penetration Tester', ['pentest', 'securecode', 'network']],
    ['Sekar Ayuningtyas', 'SOC Lead', ['soc', 'loganalysis', 'basics', 'awareness']],
    ['Jonathan Sihombing', 'Digital Forensics Analyst', ['forensics', 'soc', 'governance']],
    ['Laksmi Dewanti', 'Cloud Security Engineer', ['cloud', 'network', 'securecode', 'governance']],
  ],
  subjects: {
    basics: {
      category: 'cyber', skills: ['Keamanan informasi', 'Ancaman', 'Kriptografi dasar'],
      outcomes: ['Menjelaskan ancaman yang umum', 'Mengamankan akun dan perangkat', 'Memahami dasar kriptografi'],
      sections: {
        'Lanskap ancaman': ['CIA triad', 'Jenis serangan', 'Rekayasa sosial', 'Studi kasus'],
        'Pertahanan dasar': ['Kata sandi dan MFA', 'Enkripsi', 'Pembaruan dan cadangan'],
        'Kebiasaan aman': ['Keamanan di tempat kerja', 'Melaporkan insiden', 'Proyek: rencana keamanan pribadi'],
      },
    },
    network: {
      category: 'cyber', skills: ['TCP/IP', 'Wireshark', 'Firewall', 'Nmap'],
      outcomes: ['Membaca lalu lintas jaringan', 'Menyusun aturan firewall', 'Memetakan jaringan secara aman'],
      sections: {
        'Fondasi jaringan': ['Model OSI', 'TCP dan UDP', 'DNS dan HTTP', 'Subnetting'],
        'Melihat lalu lintas': ['Wireshark', 'Filter dan aliran', 'Pola mencurigakan'],
        'Mempertahankan jaringan': ['Firewall', 'VPN', 'IDS dan IPS', 'Proyek: segmentasi kantor cabang'],
      },
    },
    pentest: {
      category: 'cyber', skills: ['Metodologi', 'Burp Suite', 'OWASP Top 10', 'Pelaporan'],
      outcomes: ['Menguji aplikasi web di lab yang sah', 'Menemukan kerentanan OWASP Top 10', 'Menulis laporan yang dapat ditindaklanjuti'],
      sections: {
        'Etika dan metodologi': ['Izin dan ruang lingkup', 'Tahapan pengujian', 'Menyiapkan lab'],
        'Aplikasi web': ['Burp Suite', 'Injeksi', 'Kendali akses', 'Autentikasi'],
        'Laporan': ['Menilai risiko', 'Menulis temuan', 'Proyek: laporan uji lab'],
      },
    },
    soc: {
      category: 'cyber', skills: ['SIEM', 'Triage', 'MITRE ATT&CK', 'Playbook'],
      outcomes: ['Memilah peringatan dengan cepat', 'Memetakan serangan ke MITRE ATT&CK', 'Menjalankan playbook insiden'],
      sections: {
        'Di dalam SOC': ['Peran dan sif', 'Sumber log', 'SIEM'],
        'Deteksi': ['Aturan korelasi', 'MITRE ATT&CK', 'Mengurangi false positive', 'Threat intelligence'],
        'Respons': ['Playbook', 'Eskalasi', 'Proyek: simulasi ransomware'],
      },
    },
    forensics: {
      category: 'cyber', skills: ['Akuisisi bukti', 'Analisis memori', 'Rantai bukti'],
      outcomes: ['Mengakuisisi bukti tanpa mengubahnya', 'Menganalisis memori dan disk', 'Menyusun lini masa kejadian'],
      sections: {
        'Bukti digital': ['Dasar hukum', 'Rantai bukti', 'Akuisisi disk'],
        'Analisis': ['Sistem berkas', 'Memori', 'Artefak Windows', 'Lini masa'],
        'Laporan forensik': ['Menyajikan temuan', 'Proyek: kasus kebocoran data'],
      },
    },
    cloud: {
      category: 'microsoft', skills: ['Azure', 'Entra ID', 'Microsoft Sentinel', 'Zero trust'],
      outcomes: ['Mengamankan identitas di Entra ID', 'Menyusun kebijakan Azure', 'Memantau dengan Microsoft Sentinel'],
      sections: {
        'Identitas': ['Entra ID', 'Conditional access', 'Hak istimewa'],
        'Sumber daya': ['Kebijakan Azure', 'Jaringan virtual', 'Key Vault'],
        'Pemantauan': ['Microsoft Sentinel', 'KQL', 'Proyek: dasbor keamanan'],
      },
    },
    securecode: {
      category: 'programming', skills: ['Secure coding', 'Threat modeling', 'SAST', 'DevSecOps'],
      outcomes: ['Menulis kode yang tahan serangan', 'Membuat model ancaman', 'Memasang pemeriksaan keamanan di pipeline'],
      sections: {
        'Kode yang aman': ['Validasi masukan', 'Mengelola rahasia', 'Dependensi'],
        'Merancang aman': ['Threat modeling', 'Prinsip hak minimum', 'Enkripsi data'],
        'Pipeline aman': ['SAST dan DAST', 'Tanda tangan artefak', 'Proyek: pipeline aman'],
      },
    },
    loganalysis: {
      category: 'data', skills: ['Analisis log', 'Elastic', 'Python', 'Visualisasi'],
      outcomes: ['Mengumpulkan log dari banyak sumber', 'Mencari anomali', 'Menyajikan temuan dalam dasbor'],
      sections: {
        'Mengumpulkan log': ['Format log', 'Normalisasi', 'Retensi'],
        'Menganalisis': ['Kueri Elastic', 'Anomali', 'Otomasi dengan Python'],
        'Menyajikan': ['Dasbor', 'Proyek: memburu akun yang dibajak'],
      },
    },
    governance: {
      category: 'cyber', skills: ['ISO 27001', 'Manajemen risiko', 'UU PDP'],
      outcomes: ['Menilai risiko informasi', 'Menyiapkan dokumen ISO 27001', 'Memenuhi UU Pelindungan Data Pribadi'],
      sections: {
        'Tata kelola': ['Kebijakan', 'Peran dan tanggung jawab', 'Klasifikasi informasi'],
        'Risiko': ['Identifikasi', 'Penilaian', 'Perlakuan'],
        'Kepatuhan': ['ISO 27001', 'UU PDP', 'Proyek: pernyataan penerapan'],
      },
    },
    awareness: {
      category: 'marketing', skills: ['Kampanye internal', 'Simulasi phishing', 'Komunikasi'],
      outcomes: ['Merancang kampanye kesadaran keamanan', 'Menjalankan simulasi phishing yang adil', 'Mengukur perubahan perilaku'],
      sections: {
        'Merancang kampanye': ['Mengenal audiens', 'Pesan yang diingat', 'Kalender kampanye'],
        'Mengukur': ['Simulasi phishing', 'Indikator perilaku', 'Proyek: kampanye 30 hari'],
      },
    },
  },
  flexy: [
    ['basics', 'Keamanan Siber untuk Semua Orang', 'beginner', 149_000], ['network', 'Dasar Jaringan untuk Keamanan Siber', 'beginner', 249_000],
    ['basics', 'Kriptografi Dasar', 'beginner', 249_000], ['pentest', 'Pengantar Ethical Hacking', 'beginner', 349_000],
    ['soc', 'Menjadi SOC Analyst L1', 'beginner', 449_000], ['network', 'Analisis Paket dengan Wireshark', 'intermediate', 349_000],
    ['governance', 'Memahami UU Pelindungan Data Pribadi', 'beginner', 199_000], ['securecode', 'Secure Coding untuk Developer', 'intermediate', 449_000],
    ['pentest', 'Web Penetration Testing: OWASP Top 10', 'intermediate', 599_000], ['forensics', 'Dasar Forensik Digital', 'beginner', 399_000],
    ['cloud', 'Keamanan Microsoft Azure', 'intermediate', 499_000], ['awareness', 'Merancang Kampanye Kesadaran Keamanan', 'beginner', 199_000],
    ['loganalysis', 'Analisis Log dengan Elastic', 'intermediate', 449_000], ['governance', 'Manajemen Risiko Informasi', 'intermediate', 399_000],
    ['soc', 'Deteksi Ancaman dengan MITRE ATT&CK', 'intermediate', 549_000], ['pentest', 'API Security Testing', 'advanced', 699_000],
    ['cloud', 'Microsoft Sentinel dan KQL', 'advanced', 649_000], ['forensics', 'Forensik Memori', 'advanced', 699_000],
    ['securecode', 'Threat Modeling dalam Praktik', 'intermediate', 399_000], ['network', 'Firewall dan Segmentasi Jaringan', 'intermediate', 449_000],
    ['governance', 'Persiapan ISO 27001 Lead Implementer', 'advanced', 799_000], ['soc', 'Respons Insiden: dari Peringatan ke Pemulihan', 'advanced', 699_000],
    ['basics', 'Keamanan Digital untuk UMKM', 'beginner', 149_000], ['pentest', 'Mobile Application Penetration Testing', 'advanced', 799_000],
    ['loganalysis', 'Otomasi Keamanan dengan Python', 'intermediate', 499_000], ['securecode', 'DevSecOps Pipeline', 'advanced', 649_000],
    ['cloud', 'Identitas dan Zero Trust dengan Entra ID', 'intermediate', 549_000], ['forensics', 'Forensik Perangkat Bergerak', 'advanced', 749_000],
  ],
  fastTrack: [
    ['basics', 'Bootcamp Cyber Security Fundamental Batch 5', 'beginner', 1_750_000], ['pentest', 'Bootcamp Ethical Hacker Batch 8', 'intermediate', 4_200_000],
    ['soc', 'Bootcamp SOC Analyst Batch 4', 'intermediate', 3_900_000], ['forensics', 'Kelas Intensif Digital Forensics Batch 2', 'advanced', 4_500_000],
    ['network', 'Bootcamp Network Defense Batch 3', 'intermediate', 3_250_000], ['pentest', 'Kelas Onsite Web Pentest Bandung', 'intermediate', 3_750_000],
    ['soc', 'Bootcamp SOC Analyst Batch 5', 'intermediate', 3_900_000], ['cloud', 'Bootcamp Cloud Security Engineer Batch 2', 'advanced', 4_500_000],
    ['governance', 'Kelas Akhir Pekan: ISO 27001 Implementer', 'intermediate', 2_900_000], ['pentest', 'Bootcamp Ethical Hacker Batch 9', 'intermediate', 4_200_000],
    ['securecode', 'In-House Training Secure Coding', 'intermediate', 4_500_000], ['forensics', 'Kelas Intensif Digital Forensics Batch 3', 'advanced', 4_500_000],
  ],
  paths: [
    ['Menjadi SOC Analyst', ['basics', 'network', 'soc', 'loganalysis'], 1_199_000], ['Menjadi Penetration Tester', ['network', 'pentest', 'securecode'], 1_299_000],
    ['Forensik dan Respons Insiden', ['soc', 'forensics'], 999_000], ['Cloud Security Engineer', ['cloud', 'network', 'soc'], 1_299_000],
    ['Tata Kelola dan Kepatuhan', ['governance', 'awareness'], 599_000], ['Keamanan untuk Pelajar', ['basics', 'network'], 349_000],
    ['DevSecOps Engineer', ['securecode', 'cloud'], 1_099_000], ['Security Awareness Officer', ['basics', 'awareness'], 349_000],
  ],
});
