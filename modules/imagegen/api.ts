/** Wire shapes, paths and limits of pictures. Runs in a browser. */

/** What an upload may weigh. */
export const uploadBytesMax = 10_000_000

/** By content, whatever the file says of itself. */
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export interface UploadedPicture {
  /** On our own address; takes `?w=` with one of the gallery's `pictureWidths`. */
  url: string
}

export const paths = {
  uploadImage: '/api/uploads/images',
  uploadedPicture: (hash: string) => `/pictures/uploads/${hash}.webp`,
} as const
