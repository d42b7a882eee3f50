/** As people read it: speakers without a name have a number. */
export function speakerName(speaker: string): string {
  return /^\d+$/.test(speaker) ? `Speaker ${speaker}` : oneLine(speaker);
}

/** Formats made of lines cannot have line ends, tabs or other control characters inside a text. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
