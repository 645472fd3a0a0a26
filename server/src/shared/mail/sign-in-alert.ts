/** Alert for a user after many wrong passwords. Without a link, since phishing mails ask for clicks. */
import { type Template, formatWib, renderMail } from './template.ts';

export const signInAlert: Template = ({ name, brand, at }) =>
  renderMail(brand, 'Sepuluh kali kata sandi salah pada akun Anda', [
    `Halo ${name},`,
    `Pada ${formatWib(at)} kata sandi yang salah dimasukkan sepuluh kali berturut-turut untuk akun Anda di ${brand}. Untuk sementara kami memperlambat upaya masuk berikutnya.`,
    'Jika itu Anda sendiri, tunggu beberapa menit lalu coba lagi. Perangkat yang pernah Anda pakai untuk masuk tetap dapat digunakan.',
    'Jika itu bukan Anda, akun Anda tetap aman selama kata sandinya tidak diketahui orang lain. Sebaiknya ganti kata sandi Anda dan jangan gunakan kata sandi yang sama di tempat lain.',
    'Kami tidak pernah meminta kata sandi Anda melalui e-mail atau telepon.',
  ]);
