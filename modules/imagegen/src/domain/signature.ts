const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])

/** Whether the bytes have the signature of a PNG, JPEG, WebP or GIF. Decoders get no other bytes. */
export const hasPictureSignature = (bytes: Buffer): boolean =>
  bytes.subarray(0, png.length).equals(png) ||
  bytes.subarray(0, jpeg.length).equals(jpeg) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') ||
  /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))
