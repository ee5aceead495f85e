import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CharacterFormat } from '../characters/character_draft.ts'
import type { FileFormat } from '../files/opened_file.ts'

/** A file of an owner, in the store. */
export interface StoredFile {
  ownerId: string
  /** In hex. */
  sha256: string
  bytes: number
}

/** What an original says about itself. */
export interface OriginalFields {
  /** The name that the file had. Never a path. */
  fileName: string | null
  /** The name of the archive that the file was in. */
  archiveName: string | null
  fileFormat: FileFormat
  cardFormat: CharacterFormat
  /** The card's text as it was in the file, in whatever encoding. */
  document: Uint8Array
  /** As `SourceDocument.source`. */
  documentSource: string
  /** `upload`: by its owner. `bulk`: by an admin. */
  cameBy: 'upload' | 'bulk'
}

/** The file that a character came from. */
export interface CardOriginal extends OriginalFields {
  characterId: string
  file: StoredFile
  createdAt: Date
}

/** What tells that a user has a card already. In hex. `documentSha256`: of all its texts, if there are several. */
export interface CardHashes {
  fileSha256: string
  documentSha256: string
}

/** The files that characters came from. Only their owners and admins may have them. A fork has none. */
export abstract class CardOriginals {
  /** Null for a character that came from no file. The caller checks who may read it. */
  abstract find(characterId: string): Promise<CardOriginal | null>
  /** The bytes of the file, as they came. */
  abstract readFile(file: StoredFile): Promise<Buffer>
  /** Writes a file into the store. Without a `store` that follows within the hour, it is removed. Idempotent. */
  abstract writeFile(ownerId: string, file: { path: string; sha256: string }): Promise<StoredFile>
  /** Stores the original of a character, instead of the one it had. Its file has been written. */
  abstract store(
    trx: TransactionClientContract,
    original: OriginalFields & { characterId: string; file: StoredFile; documentSha256: string }
  ): Promise<void>
  /** The characters of an owner that came from the same file, or from the same text in another file. Newest first. */
  abstract findDoubles(ownerId: string, hashes: CardHashes, trx?: TransactionClientContract): Promise<readonly string[]>
  /** The characters of an owner that came from the same file. Newest first. */
  abstract findByFile(
    ownerId: string,
    sha256: string
  ): Promise<readonly { characterId: string; cardFormat: CharacterFormat }[]>
  /** Of all files and texts of an owner. */
  abstract usedBytes(ownerId: string): Promise<number>
  /** In a transaction that purges characters. */
  abstract forgetCharacters(characterIds: readonly string[], trx: TransactionClientContract): Promise<void>
  /** In the transaction that deletes the account. */
  abstract forgetOwner(ownerId: string, trx: TransactionClientContract): Promise<void>
  /** Removes the files that have been unused for an hour. Several processes may run it at once. */
  abstract removeUnusedFiles(signal?: AbortSignal): Promise<number>
}
