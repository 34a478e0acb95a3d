/** Gives a file to the browser's downloads. */
export function save(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes once it has begun, which a busy machine puts off.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
