import type { Result } from '#modules/kernel/result'

/** The format of a file with a card, detected by its bytes. `zip` is a plain archive of such files. */
export type FileFormat = 'png' | 'apng' | 'jpeg' | 'webp' | 'charx' | 'byaf' | 'zip' | 'json' | 'jsonl' | 'yaml'

/** An opened file. Its contents are not interpreted yet, so `documents` may contain malformed JSON. */
export interface OpenedFile {
  format: FileFormat
  /**
   * The texts inside, in order of precedence: the first one is the card. In a PNG, `ccv3` comes before `chara`. BYAF has its manifest,
   * characters and scenarios, in the manifest's order. Empty for a plain archive.
   */
  documents: readonly SourceDocument[]
  /**
   * The picture that carries the card, with its metadata, but without bytes after its end. Null for texts, and for archives without a
   * picture before them.
   */
  picture: Uint8Array | null
  assets: FileAssets
  /** The files of a plain archive. Empty for other formats. */
  files: readonly ContainedFile[]
  /** Sentences for users about contents that Facet doesn't use. */
  kept: readonly string[]
  /** Sentences for users about anomalies in the file. */
  warnings: readonly string[]
}

export interface SourceDocument {
  /** `file` for a text file, `ccv3`, `chara`, `naidata` or `UserComment` in a picture, the entry's name in an archive. */
  source: string
  bytes: Uint8Array
}

export interface FileAssets {
  /** Names of the archive's entries, or keys of the PNG's asset chunks. Excludes documents. */
  readonly names: readonly string[]
  /**
   * Returns the bytes behind an asset's URI: `embeded://…` (also `embedded://…`), `ccdefault:…`, `data:…`, `__asset:…` or the bare name of
   * an entry. Looks for an entry in the folder of the document `from` first, then in the whole archive. Refuses network addresses.
   * Decompresses at each call.
   */
  read(uri: string, from?: string): Promise<Result<Uint8Array, AssetRefusal>>
  /** Returns which of `names` an asset's URI refers to. Null for other URIs. */
  nameOf(uri: string): string | null
}

export interface AssetRefusal {
  kind: 'missing' | 'remote' | 'unsupported' | 'damaged' | 'too_large'
  /** A sentence for users. */
  reason: string
}

export interface ContainedFile {
  /** The name in the archive, with folders. For display only: never a path. */
  name: string
  /** The size that the archive claims. */
  bytes: number
  /** Opens the file. A nested plain archive is refused. Pass the `bytes` from `read` to avoid a second decompression. */
  open(bytes?: Uint8Array): Promise<Result<OpenedFile, FileRefusal>>
  /** Decompresses the file. */
  read(): Promise<Result<Uint8Array, FileRefusal>>
}

export type FileRefusalKind =
  /** No bytes. */
  | 'empty'
  /** More bytes than a limit, packed or decompressed. */
  | 'too_large'
  | 'too_many_entries'
  | 'not_recognised'
  /** A picture or archive without a card. */
  | 'no_card'
  /** Cut short or malformed. */
  | 'damaged'
  | 'encrypted'
  /** Different programs would read different contents. */
  | 'ambiguous'
  /** Recognized, but not readable here. */
  | 'unsupported'
  /** An archive within an archive. */
  | 'nested_archive'

export interface FileRefusal {
  kind: FileRefusalKind
  /** A sentence for users. */
  reason: string
}
