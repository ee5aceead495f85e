import type { Readable } from 'node:stream'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CharacterAsset, CharacterDetails } from '#modules/gallery/api'
import type { CharacterFormat, FileFormat } from '../../formats/index.ts'

/** A stored file of an owner. */
export interface StoredFile {
  ownerId: string
  /** In hex. */
  sha256: string
  bytes: number
}

/** The parts of a file that an import stored: the addresses of its pictures, and whether it stored a lorebook. */
export interface StoredParts {
  avatar: string | null
  background: string | null
  assets: readonly CharacterAsset[]
  hasLorebook: boolean
}

/** The fields that describe an original, and its card text. */
export interface OriginalFields {
  /** The name of the file. Never a path. */
  fileName: string | null
  /** The name of the archive that contained the file. */
  archiveName: string | null
  fileFormat: FileFormat
  cardFormat: CharacterFormat
  /** The card's text as it was in the file, in any encoding. */
  document: Uint8Array
  /** Same as `SourceDocument.source`. */
  documentSource: string
  /** The user who imported the file: its owner (`upload`) or an admin (`bulk`). */
  cameBy: 'upload' | 'bulk'
  /** Null if the import didn't record it. */
  stored: StoredParts | null
}

/** The file that a character came from. */
export interface CardOriginal extends OriginalFields {
  characterId: string
  file: StoredFile
  createdAt: Date
}

/**
 * Hashes in hex that identify a card, to find out whether a user already has it. `documentSha256` covers the text of the card's document, as UTF-8. For
 * a Backyard archive, it covers all documents except the manifest.
 */
export interface CardHashes {
  fileSha256: string
  documentSha256: string
}

/** A character with its owner. */
export type CharacterOfOriginal = Pick<CharacterDetails, 'id' | 'createdBy'>

/** The files that characters were imported from. Only the owner and admins may read them. A fork has none. */
export abstract class CardOriginals {
  /** Returns null for a character that wasn't imported from a file. The caller must check who may read the original. */
  abstract find(character: CharacterOfOriginal): Promise<CardOriginal | null>
  /** Returns the unchanged bytes of the file. Null if the file is lost. */
  abstract readFile(file: StoredFile): Promise<Buffer | null>
  /** Same as `readFile`, as a stream. */
  abstract streamFile(file: StoredFile): Promise<Readable | null>
  /** Whether a character has an original of this owner. */
  abstract has(characterId: string, ownerId: string): Promise<boolean>
  /** Writes a file into the store. It is removed unless `store` follows within an hour. Idempotent. */
  abstract writeFile(ownerId: string, file: { path: string; sha256: string }): Promise<StoredFile>
  /**
   * Stores the original of a character, and replaces an earlier original, whose hashes stay known. The caller has written its file with
   * `writeFile`. `origins` are the card's ids in other apps.
   */
  abstract store(
    trx: TransactionClientContract,
    original: OriginalFields & {
      characterId: string
      file: StoredFile
      documentSha256: string
      origins: readonly string[]
    }
  ): Promise<void>
  /** Returns the owner's characters that were imported from a card with one of these ids in other apps. Newest first. */
  abstract findByOrigins(
    ownerId: string,
    origins: readonly string[],
    trx?: TransactionClientContract
  ): Promise<readonly string[]>
  /**
   * Returns the owner's characters that were imported from the same file, or from the same text in another file. Those that were since
   * imported from a later file come last. Newest first.
   */
  abstract findDuplicates(
    ownerId: string,
    hashes: CardHashes,
    trx?: TransactionClientContract
  ): Promise<readonly string[]>
  /** Returns the owner's characters that were imported from the same file, also those that have a later file since. Newest first. */
  abstract findByFile(
    ownerId: string,
    sha256: string
  ): Promise<readonly { characterId: string; cardFormat: CharacterFormat }[]>
  /** Returns the size of all files and texts of an owner, in bytes. Unused files don't count. */
  abstract usedBytes(ownerId: string): Promise<number>
  /** Removes the originals of characters, in the transaction that purges them. */
  abstract forgetCharacters(characterIds: readonly string[], trx: TransactionClientContract): Promise<void>
  /** Removes the originals of an owner, in the transaction that deletes the account. */
  abstract forgetOwner(ownerId: string, trx: TransactionClientContract): Promise<void>
  /** Removes files that have been unused for an hour, and returns their number. Several processes may run it at once. */
  abstract removeUnusedFiles(signal?: AbortSignal): Promise<number>
}
