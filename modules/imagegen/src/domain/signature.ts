const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])

/** Whether bytes begin as a PNG, JPEG or WebP does, which is all that is ever given to the decoders. */
export const beginsAsPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, png.length).equals(png) ||
  bytes.subarray(0, jpeg.length).equals(jpeg) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
