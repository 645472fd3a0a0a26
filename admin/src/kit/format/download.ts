/** Downloads a file under its own name. */
export function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The download reads the URL after this turn, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
