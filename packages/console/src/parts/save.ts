/** Saves a file as a download of the browser. */
export function save(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once the download has begun, it keeps the bytes itself; on a busy machine it begins late.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
