import type { Result } from '#modules/kernel/result'

/**
 * Why a picture was not kept. `not_a_picture`: no PNG, JPEG or WebP. `unreadable`: one that is broken or cut short.
 * `too_heavy`: reading it took too much time or memory. `busy`: too many at once; the same picture may do later.
 */
export type PictureRefusal =
  | { kind: 'empty' | 'not_a_picture' | 'unreadable' | 'too_heavy' }
  | { kind: 'too_many_pixels'; megapixels: number; megapixelsMax: number }
  | { kind: 'busy'; retryAfterSeconds: number }

export interface StoredPicture {
  /** On our own address, for ever. */
  url: string
}

/** Keeps pictures and serves them from our own address. Bound by imagegen. */
export abstract class PictureStore {
  /**
   * Keeps a PNG, JPEG or WebP, whoever made it: only what it shows, upright, in the widths that the screens use. The same
   * picture again gives the same address.
   */
  abstract put(picture: Uint8Array, ownerId: string): Promise<Result<StoredPicture, PictureRefusal>>
}
