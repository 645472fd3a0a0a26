/** Hands a file to the browser's downloads under its own name. */
export function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The download reads the address after this turn; a minute is more than it needs, and the file is freed then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
