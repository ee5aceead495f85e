const rate = 8_000
/** The length of a tone for each UTF-16 unit of its text, as fast as people speak. */
export const toneMsPerUnit = 60

/** Returns a WAV file (8 kHz, 16 bits, mono) with a tone whose length follows the text's, and a short silence after it. */
export function toneOf(text: string, frequency = 220): Uint8Array<ArrayBuffer> {
  const [samples, silent] = [Math.round((text.length * toneMsPerUnit * rate) / 1_000), rate / 10]
  const bytes = Buffer.alloc(44 + (samples + silent) * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(bytes.length - 44, 40)
  for (let at = 0; at < samples; at++)
    bytes.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * frequency * at) / rate)), 44 + at * 2)
  return new Uint8Array(bytes)
}

/** Measures a WAV file of 16 bits and one channel: its length, and the lengths of the silence at its beginning and end. */
export function measureWav(wav: Uint8Array): { ms: number; silentBeforeMs: number; silentAfterMs: number } {
  const bytes = Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength)
  const samplesPerMs = bytes.readUInt32LE(24) / 1_000
  const data = bytes.indexOf('data', 12, 'latin1') + 8
  const count = Math.floor((bytes.length - data) / 2)
  const isLoud = (at: number) => Math.abs(bytes.readInt16LE(data + at * 2)) > 200
  let [first, last] = [0, count - 1]
  while (first < count && !isLoud(first)) first++
  while (last > first && !isLoud(last)) last--
  return {
    ms: count / samplesPerMs,
    silentBeforeMs: first / samplesPerMs,
    silentAfterMs: (count - 1 - last) / samplesPerMs,
  }
}
