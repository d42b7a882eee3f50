const HEADER = 44;

/** 16-bit mono. */
export function wavOf(chunks: readonly Int16Array[], rate: number): Blob {
  const bytes = 2 * chunks.reduce((sum, { length }) => sum + length, 0);
  const head = new DataView(new ArrayBuffer(HEADER));
  const text = (at: number, value: string) => {
    for (let i = 0; i < value.length; i++) head.setUint8(at + i, value.charCodeAt(i));
  };
  text(0, 'RIFF');
  head.setUint32(4, HEADER - 8 + bytes, true);
  text(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, 2 * rate, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  text(36, 'data');
  head.setUint32(40, bytes, true);
  const parts = [head, ...chunks] as NonNullable<ConstructorParameters<typeof Blob>[0]>;
  return new Blob(parts, { type: 'audio/wav' });
}
