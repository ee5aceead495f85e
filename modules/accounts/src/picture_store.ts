import type { Result } from '#modules/kernel/result'

/**
 * Why a picture was refused. `not_a_picture`: neither PNG, JPEG nor WebP. `unreadable`: broken or truncated. `too_heavy`: decoding took
 * too much time or memory. `busy`: too many pictures at once; retrying may help.
 */
export type PictureRefusal =
  | { kind: 'empty' | 'not_a_picture' | 'unreadable' | 'too_heavy' }
  | { kind: 'too_many_pixels'; megapixels: number; megapixelsMax: number }
  | { kind: 'busy'; retryAfterSeconds: number }

export interface StoredPicture {
  /** Permanent address on this server. */
  url: string
}

/** Stores pictures and serves them from this server. Bound by imagegen. */
export abstract class PictureStore {
  /**
   * Re-encodes and stores a PNG, JPEG or WebP: without metadata, upright, in the widths the screens use. Idempotent: the same picture
   * returns the same address.
   */
  abstract put(picture: Uint8Array, ownerId: string): Promise<Result<StoredPicture, PictureRefusal>>
  /**
   * Like `put`, with the picture in a file. Stores only its largest width, which is all that a bulk import needs: the others are made
   * when they are first asked for.
   */
  abstract putFile(path: string, ownerId: string): Promise<Result<StoredPicture, PictureRefusal>>
  /** A picture in a file as WebP, at most `width` pixels wide. Stores nothing. */
  abstract preview(path: string, width: number, ownerId: string): Promise<Result<Buffer, PictureRefusal>>
  /** A stored picture as WebP in its largest width. Null for any other address. */
  abstract read(url: string): Promise<Buffer | null>
}
