import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CharacterDetails } from '#modules/gallery/api'
import { CharacterOriginals } from '#modules/gallery/index'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { CardFileRow } from '../tables/card_file_row.ts'
import { CardKnownHashRow } from '../tables/card_known_hash_row.ts'
import { CardOriginalRow } from '../tables/card_original_row.ts'
import { OriginalFiles } from './original_files.ts'

/** Unused files are removed after this time. It is far longer than an import takes between writing a file and storing the character. */
const unusedMinutes = 60
const filesPerRun = 1_000
/** A card may have many copies. Searching the newest is enough to find one that the user still has. */
const duplicatesMax = 100
/** The number of further hashes that a character keeps. Re-imports without changed texts create no version, so only this bounds them. */
const knownHashesMax = 500

/** A stored file of an owner. */
export interface StoredFile {
  ownerId: string
  /** In hex. */
  sha256: string
  bytes: number
}

type Row = Attributes<CardOriginalRow>

/** The file that a character came from, and its card text. */
export type CardOriginal = Omit<Row, 'userId' | 'sha256' | 'documentSha256'> & { file: StoredFile }

type NewOriginal = Omit<CardOriginal, 'createdAt'> & { documentSha256: string; origins: readonly string[] }

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
@inject()
export class CardOriginals extends CharacterOriginals {
  constructor(
    private readonly db: Database,
    private readonly files: OriginalFiles
  ) {
    super()
  }

  /** Returns null for a character that wasn't imported from a file. The caller must check who may read the original. */
  async find({ id, createdBy }: CharacterOfOriginal): Promise<CardOriginal | null> {
    const { rows } = await this.db.rawQuery<{ rows: (Omit<Row, 'documentSha256'> & { bytes: string })[] }>(
      `SELECT ${attributesOf(CardOriginalRow, { without: ['document_sha256'] })}, bytes
       FROM card_originals JOIN card_files USING (user_id, sha256) WHERE user_id = ?::uuid AND character_id = ?::uuid`,
      [createdBy, id]
    )
    const [row] = rows
    if (!row) return null
    const { userId, sha256, bytes, ...original } = row
    return { ...original, file: { ownerId: userId, sha256: sha256.toString('hex'), bytes: Number(bytes) } }
  }

  /** Returns the unchanged bytes of the file. Null if the file is lost. */
  readFile({ ownerId, sha256 }: StoredFile) {
    return this.files.read(ownerId, sha256)
  }

  /** Same as `readFile`, as a stream. */
  streamFile({ ownerId, sha256 }: StoredFile) {
    return this.files.stream(ownerId, sha256)
  }

  async has(characterId: string, ownerId: string): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM card_originals WHERE user_id = ?::uuid AND character_id = ?::uuid',
      [ownerId, characterId]
    )
    return rows.length > 0
  }

  /** Writes a file into the store. It is removed unless `store` follows within an hour. Idempotent. */
  async writeFile(ownerId: string, { path, sha256 }: { path: string; sha256: string }): Promise<StoredFile> {
    const { size: bytes } = await stat(path)
    // The row comes before the file, so that an unused file is found and removed, even after a crash.
    await this.db.rawQuery(
      `INSERT INTO card_files (user_id, sha256, bytes) VALUES (?::uuid, ?, ?)
       ON CONFLICT (user_id, sha256) DO UPDATE SET unused_since = clock_timestamp() WHERE card_files.unused_since IS NOT NULL`,
      [ownerId, fromHex(sha256), bytes]
    )
    // Also writes known files, which restores lost files.
    await this.files.put(ownerId, sha256, path)
    return { ownerId, sha256, bytes }
  }

  /**
   * Stores the original of a character, and replaces an earlier original, whose hashes stay known. The caller has written its file with
   * `writeFile`. `origins` are the card's ids in other apps.
   */
  async store(trx: TransactionClientContract, { file, documentSha256, origins, ...original }: NewOriginal) {
    const { characterId } = original
    const { ownerId } = file
    const sha256 = fromHex(file.sha256)
    const { rows: replaced } = await trx.rawQuery<{ rows: Removed[] }>(
      `DELETE FROM card_originals WHERE user_id = ?::uuid AND character_id = ?::uuid ${returning}`,
      [ownerId, characterId]
    )
    const hashes = [...replaced.flatMap((old) => [old.sha256, old.documentSha256]), ...origins.map(hashOfOrigin)]
    await addKnownHashes(trx, { ownerId, characterId, hashes })
    await CardFileRow.of(ownerId, { client: trx }).where({ sha256 }).update({ unusedSince: null })
    const { buffer, byteOffset, byteLength } = original.document
    const document = Buffer.from(buffer, byteOffset, byteLength)
    const hashOfText = fromHex(documentSha256)
    await CardOriginalRow.create(
      { ...original, document, sha256, documentSha256: hashOfText, userId: ownerId },
      { client: trx }
    )
    await markUnused(trx, replaced)
  }

  /**
   * Returns the owner's characters that were imported from the same file, or from the same text in another file. Those that were since
   * imported from a later file come last. Newest first.
   */
  async findDuplicates(ownerId: string, { fileSha256, documentSha256 }: CardHashes, trx?: TransactionClientContract) {
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: { id: string }[] }>(
      `SELECT character_id AS id FROM card_originals
       WHERE user_id = :ownerId::uuid AND (sha256 = :file OR document_sha256 = :document)
       ORDER BY created_at DESC LIMIT :max`,
      { ownerId, file: fromHex(fileSha256), document: fromHex(documentSha256), max: duplicatesMax }
    )
    const earlier = await this.#findByHashes(ownerId, [fromHex(fileSha256), fromHex(documentSha256)], trx)
    return [...rows.map(({ id }) => id), ...earlier]
  }

  /** Returns the owner's characters that were imported from a card with one of these ids in other apps. Newest first. */
  async findByOrigins(ownerId: string, origins: readonly string[], trx?: TransactionClientContract) {
    return origins.length === 0 ? [] : this.#findByHashes(ownerId, origins.map(hashOfOrigin), trx)
  }

  async #findByHashes(ownerId: string, hashes: readonly Buffer[], trx?: TransactionClientContract): Promise<string[]> {
    const { rows } = await (trx ?? this.db).rawQuery<{ rows: { id: string }[] }>(
      `SELECT character_id AS id FROM card_known_hashes WHERE user_id = ?::uuid AND hash IN (SELECT decode(hex, 'hex') FROM unnest(?::text[]) AS hex)
       ORDER BY created_at DESC LIMIT ?`,
      [ownerId, hashes.map(toHex), duplicatesMax]
    )
    return rows.map(({ id }) => id)
  }

  /** Returns the owner's characters that were imported from the same file, also those that have a later file since. Newest first. */
  async findByFile(ownerId: string, sha256: string) {
    const { rows } = await this.db.rawQuery<{ rows: Pick<Row, 'characterId' | 'cardFormat'>[] }>(
      `SELECT character_id AS "characterId", card_format AS "cardFormat" FROM card_originals
       WHERE user_id = :ownerId::uuid AND (sha256 = :hash OR character_id IN (
         SELECT character_id FROM card_known_hashes WHERE user_id = :ownerId::uuid AND hash = :hash))
       ORDER BY sha256 = :hash DESC, created_at DESC LIMIT :max`,
      { ownerId, hash: fromHex(sha256), max: duplicatesMax }
    )
    return rows
  }

  /** Returns the size of all files and texts of an owner, in bytes. Unused files don't count. */
  async usedBytes(ownerId: string): Promise<number> {
    const { rows } = await this.db.rawQuery<{ rows: [{ bytes: string }] }>(
      `SELECT coalesce((SELECT sum(bytes) FROM card_files WHERE user_id = :ownerId::uuid AND unused_since IS NULL), 0)
         + coalesce((SELECT sum(octet_length(document)) FROM card_originals WHERE user_id = :ownerId::uuid), 0) AS bytes`,
      { ownerId }
    )
    return Number(rows[0].bytes)
  }

  /** Removes the originals of characters, in the transaction that purges them. */
  async forgetCharacters(characterIds: readonly string[], trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: Removed[] }>(
      `-- all users: the retention of characters
       DELETE FROM card_originals WHERE character_id = ANY (?::uuid[]) ${returning}`,
      [[...characterIds]]
    )
    await markUnused(trx, rows)
    await trx.rawQuery(
      `-- all users: the retention of characters
       DELETE FROM card_known_hashes WHERE character_id = ANY (?::uuid[])`,
      [[...characterIds]]
    )
  }

  /** Removes the originals of an owner, in the transaction that deletes the account. */
  async forgetOwner(ownerId: string, trx: TransactionClientContract) {
    for (const table of [CardOriginalRow, CardKnownHashRow]) await table.of(ownerId, { client: trx }).delete()
    // Makes the files removable immediately. No import of this owner is left that needs one.
    await trx.rawQuery(`UPDATE card_files SET unused_since = '-infinity' WHERE user_id = ?::uuid`, [ownerId])
  }

  /** Removes files that have been unused for an hour, and returns their number. Several processes may run it at once. */
  async removeUnusedFiles(signal?: AbortSignal): Promise<number> {
    const { rows } = await this.db.rawQuery<{ rows: FileKey[] }>(
      `-- all users: the retention of files
       SELECT user_id AS "ownerId", sha256 FROM card_files
       WHERE unused_since < clock_timestamp() - make_interval(mins => ?) ORDER BY random() LIMIT ?`,
      [unusedMinutes, filesPerRun]
    )
    let removed = 0
    for (const key of rows) {
      if (signal?.aborted) break
      if (await this.db.transaction((trx) => this.#removeFile(key, trx))) removed++
    }
    return removed
  }

  /**
   * Deletes the row first. Its lock makes a concurrent `writeFile` wait until the file is removed. `writeFile` then writes the file again.
   */
  async #removeFile({ ownerId, sha256 }: FileKey, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `DELETE FROM card_files
       WHERE user_id = ?::uuid AND sha256 = ? AND unused_since < clock_timestamp() - make_interval(mins => ?)`,
      [ownerId, sha256, unusedMinutes]
    )
    if (rowCount > 0) await this.files.remove(ownerId, sha256.toString('hex'))
    return rowCount > 0
  }
}

interface FileKey {
  ownerId: string
  sha256: Buffer
}

const fromHex = (hash: string) => Buffer.from(hash, 'hex')
const toHex = (hash: Buffer) => hash.toString('hex')

const hashOfOrigin = (origin: string): Buffer => createHash('sha256').update(`origin ${origin}`).digest()

/** The row of an original that was deleted. */
type Removed = FileKey & { documentSha256: Buffer }
const returning = 'RETURNING user_id AS "ownerId", sha256, document_sha256 AS "documentSha256"'

/** Adds hashes, and removes the oldest ones over the limit. */
const addKnownHashes = async (
  trx: TransactionClientContract,
  { ownerId, characterId, hashes }: { ownerId: string; characterId: string; hashes: readonly Buffer[] }
) => {
  if (hashes.length === 0) return
  await trx.rawQuery(
    `INSERT INTO card_known_hashes (user_id, hash, character_id)
     SELECT DISTINCT ?::uuid, decode(hex, 'hex'), ?::uuid FROM unnest(?::text[]) AS hex
     ON CONFLICT (user_id, hash, character_id) DO UPDATE SET created_at = excluded.created_at`,
    [ownerId, characterId, hashes.map(toHex)]
  )
  await trx.rawQuery(
    `DELETE FROM card_known_hashes AS known USING (
       SELECT hash FROM card_known_hashes WHERE user_id = :ownerId::uuid AND character_id = :characterId::uuid
       ORDER BY created_at DESC OFFSET :max
     ) AS old WHERE known.user_id = :ownerId::uuid AND known.character_id = :characterId::uuid AND known.hash = old.hash`,
    { ownerId, characterId, max: knownHashesMax }
  )
}

/**
 * Marks the files that no character uses any more. Locks them first, because another transaction may be storing a character with such a
 * file.
 */
const markUnused = async (trx: TransactionClientContract, keys: readonly FileKey[]) => {
  if (keys.length === 0) return
  const given = {
    owners: keys.map(({ ownerId }) => ownerId),
    hashes: keys.map(({ sha256 }) => sha256.toString('hex')),
  }
  const those = `user_id = ANY (:owners::uuid[]) AND (user_id, sha256) IN (
    SELECT owner, decode(hash, 'hex') FROM unnest(:owners::uuid[], :hashes::text[]) AS key (owner, hash))`
  await trx.rawQuery(`SELECT FROM card_files WHERE ${those} ORDER BY user_id, sha256 FOR UPDATE`, given)
  await trx.rawQuery(
    `UPDATE card_files AS file SET unused_since = clock_timestamp() WHERE ${those} AND NOT EXISTS (
       SELECT FROM card_originals AS original
       WHERE original.user_id = ANY (:owners::uuid[]) AND original.user_id = file.user_id AND original.sha256 = file.sha256)`,
    given
  )
}
