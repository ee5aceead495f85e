import type { Result } from '#modules/kernel/result'

/**
 * Why a picture was refused. `not_a_picture`: neither PNG, JPEG, WebP nor GIF. `unreadable`: broken or truncated. `too_heavy`: decoding took
 * too much time or memory. `blocked`: moderators removed this picture. `busy`: too many pictures at once; retrying may help.
 */
export type PictureRefusal =
  | { kind: 'empty' | 'not_a_picture' | 'unreadable' | 'too_heavy' | 'blocked' }
  | { kind: 'too_many_pixels'; megapixels: number; megapixelsMax: number }
  | { kind: 'busy'; retryAfterSeconds: number }

export interface StoredPicture {
  /** Permanent address on this server. */
  url: string
}

/** Stores pictures and serves them from this server. Bound by imagegen. */
export abstract class PictureStore {
  /**
   * Re-encodes a PNG, JPEG, WebP or GIF upright and without metadata, and stores it in the widths that the screens use. Idempotent, so the same
   * picture returns the same address.
   */
  abstract put(picture: Uint8Array, ownerId: string): Promise<Result<StoredPicture, PictureRefusal>>
  /** Like `put`, for a picture that this server has encoded: it keeps its mark if a machine made it. */
  abstract copy(picture: Uint8Array, ownerId: string): Promise<Result<StoredPicture, PictureRefusal>>
  /**
   * Like `put`, but reads the picture from a file and stores only its largest width, which is all that a bulk import needs. The other
   * widths are created when they are first requested.
   */
  abstract putFile(path: string, ownerId: string): Promise<Result<StoredPicture, PictureRefusal>>
  /** Returns the picture in a file as WebP, at most `width` pixels wide. Stores nothing. */
  abstract preview(path: string, width: number, ownerId: string): Promise<Result<Buffer, PictureRefusal>>
  /** Returns a picture with all its pixels as a PNG: the first frame, upright, in sRGB and without metadata. `too_heavy` above 64 MiB. */
  abstract png(picture: Uint8Array, ownerId: string): Promise<Result<Buffer, PictureRefusal>>
  /** Returns a stored picture as WebP in its largest width, or null for any other address. */
  abstract read(url: string): Promise<Buffer | null>
}
