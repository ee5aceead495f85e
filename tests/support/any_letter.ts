import fc from 'fast-check'

/** Generates any character. fast-check's unit `binary` first indexes all of Unicode, which takes more than a second and stays in memory. */
export const anyLetter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
