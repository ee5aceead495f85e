import type { Result } from '#modules/kernel/result'

/** How a file holds its card, by its bytes. `zip` is a plain archive of such files. */
export type FileFormat = 'png' | 'apng' | 'jpeg' | 'webp' | 'charx' | 'byaf' | 'zip' | 'json' | 'jsonl' | 'yaml'

/** A file that was opened. Nothing in it was interpreted yet: `documents` may hold malformed JSON. */
export interface OpenedFile {
  format: FileFormat
  /**
   * The texts inside, in order of precedence: the first one is the card. In a PNG, `ccv3` comes before `chara`. BYAF has its manifest,
   * characters and scenarios, in the manifest's order. Empty for a plain archive.
   */
  documents: readonly SourceDocument[]
  /** The picture that carries the card, without bytes after its end. Still with metadata. Null for texts and archives. */
  picture: Uint8Array | null
  assets: FileAssets
  /** The files of a plain archive. Empty for other formats. */
  files: readonly ContainedFile[]
  /** What the file holds and Facet doesn't use, for users. */
  kept: readonly string[]
  /** What was unusual, as sentences for users. */
  warnings: readonly string[]
}

export interface SourceDocument {
  /** `file` for a text file, `ccv3`, `chara`, `naidata` or `UserComment` in a picture, the entry's name in an archive. */
  source: string
  bytes: Uint8Array
}

export interface FileAssets {
  /** Names of the archive's entries, or keys of the PNG's asset chunks. Without documents. */
  readonly names: readonly string[]
  /**
   * The bytes behind an asset's URI: `embeded://…` (`embedded://…` too), `ccdefault:…`, `data:…`, `__asset:…` or the bare name of an
   * entry. Names of entries are relative to the folder of the document `from`, else to the archive. Addresses on the network are
   * refused. Decompresses at each call.
   */
  read(uri: string, from?: string): Promise<Result<Uint8Array, AssetRefusal>>
}

export interface AssetRefusal {
  kind: 'missing' | 'remote' | 'unsupported' | 'damaged' | 'too_large'
  /** A sentence for users. */
  reason: string
}

export interface ContainedFile {
  /** As in the archive, with folders. For display only: never a path. */
  name: string
  /** As the archive claims. */
  bytes: number
  /** Opens the file. A plain archive inside is refused. `bytes`: what `read` gave, so that it isn't decompressed again. */
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
  /** Programs would read different things in it. */
  | 'ambiguous'
  /** Recognised, but not readable here. */
  | 'unsupported'
  /** An archive within an archive. */
  | 'nested_archive'

export interface FileRefusal {
  kind: FileRefusalKind
  /** A sentence for users. */
  reason: string
}
