/** Offers something to be saved. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
