import { pictureWidths } from '#modules/gallery/api'

/** Returns all addresses of a stored picture, by the address of its largest width. */
export const pictureAddresses = (address: string): string[] => [
  address,
  ...pictureWidths.map((width) => `${address}?w=${width}`),
]
