import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { inject } from '@adonisjs/core'
import { MalformedImport, readEntries, CharacterImports, type ImportOutcome } from '#modules/gallery/index'
import { storable } from '#modules/kernel/text'
import type { CardFileOutcome } from '../../api.ts'
import { fileLimits, mebibytes } from '../../formats/index.ts'
import { WorkFolder } from '../http/work_folder.ts'
import { ImportCards } from '../importing/import_cards.ts'
import { BulkImports, type BulkCounts, type BulkOutcome, type BulkRequest, type BulkResult } from './bulk_imports.ts'
import { isJsonList } from './is_json_list.ts'
import { listFiles, type ListedFile } from './list_files.ts'
import { openPlainArchive, type PlainArchive } from './unpack_archive.ts'

/** A batch is imported when it reaches either limit. */
const batchFilesMax = 50
const batchBytesMax = 64 * 1_048_576
/** The length to which file names are cut. Names in archives may be longer. */
const fileNameMax = 200

interface NamedFile {
  path: string
  /** The name for users, with the path of its folder or archive. */
  name: string
}

@inject()
export class ImportInBulk extends BulkImports {
  constructor(
    readonly lists: CharacterImports,
    readonly importCards: ImportCards,
    readonly workFolder: WorkFolder
  ) {
    super()
  }

  async hasFiles(paths: BulkRequest['paths']) {
    return (await listFiles(paths)).length > 0
  }

  async run(request: BulkRequest): Promise<BulkResult | null> {
    const files = await listFiles(request.paths)
    if (files.length === 0) return null
    return this.workFolder.use((folder) => new BulkRun(this, request, files, folder).all())
  }
}

class BulkRun {
  readonly #counts: BulkCounts = { imported: 0, doubles: 0, refused: 0, total: 0 }
  readonly #bytes: number
  #bytesDone = 0
  #malformed = 0
  #batch: { files: NamedFile[]; unpacked: string[]; bytes: number } = newBatch()

  constructor(
    private readonly services: ImportInBulk,
    private readonly request: BulkRequest,
    private readonly files: readonly ListedFile[],
    private readonly folder: string
  ) {
    // Avoids a division by zero for empty files.
    this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0) || 1
  }

  async all(): Promise<BulkResult> {
    for (const file of this.files) {
      this.request.signal?.throwIfAborted()
      const before = this.#bytesDone
      await this.#take(file)
      this.#bytesDone = before + file.bytes
    }
    await this.#importBatch()
    return { counts: this.#counts, malformed: this.#malformed }
  }

  async #take(file: ListedFile) {
    if (this.request.isDone?.(file.name)) return
    const archive = await openPlainArchive(file)
    if (archive === null) return (await isJsonList(file.path)) ? this.#importList(file) : this.#add(file)
    if ('refused' in archive) return this.#refuse(file.name, archive.refused)
    try {
      await this.#takeArchive(file.name, archive)
    } finally {
      archive.close()
    }
  }

  async #takeArchive(name: string, { files }: PlainArchive) {
    const { isDone, signal } = this.request
    let isEmpty = true
    for await (const file of files) {
      signal?.throwIfAborted()
      isEmpty = false
      this.#bytesDone += file.packedBytes
      if (isDone?.(file.name)) continue
      const found = file.refused === null ? await file.unpack(this.folder, signal) : file
      if (!('path' in found)) {
        await this.#refuse(file.name, found.refused)
        continue
      }
      const inner = await openPlainArchive({ ...file, path: found.path, bytes: 0 })
      if (inner !== null) {
        if ('close' in inner) inner.close()
        await rm(found.path, { force: true })
        await this.#refuse(file.name, nested)
        continue
      }
      const unpacked = { path: found.path, name: file.name, bytes: (await stat(found.path)).size }
      if (await isJsonList(found.path)) {
        await this.#importList(unpacked)
        await rm(found.path, { force: true })
        continue
      }
      this.#batch.unpacked.push(found.path)
      await this.#add(unpacked)
    }
    if (isEmpty) await this.#refuse(name, 'The archive holds no files.')
  }

  async #add({ path, name, bytes }: ListedFile) {
    if (bytes > fileLimits.fileBytesMax)
      return this.#refuse(name, `The file is larger than ${mebibytes(fileLimits.fileBytesMax)}.`)
    this.#batch.files.push({ path, name })
    this.#batch.bytes += bytes
    if (this.#batch.files.length >= batchFilesMax || this.#batch.bytes >= batchBytesMax) await this.#importBatch()
  }

  async #importBatch() {
    const { files, unpacked } = this.#batch
    this.#batch = newBatch()
    if (files.length > 0) {
      await this.#importCards(files)
      this.request.signal?.throwIfAborted()
      await this.#finished(files.map(({ name }) => name))
    }
    for (const path of unpacked) await rm(path, { force: true })
  }

  /** Imports files under their base names, which the originals keep. Outcomes get the full names, and arrive in the order of the files. */
  async #importCards(files: readonly NamedFile[]) {
    const { ownerId, doubles = 'skip', dryRun = false, signal } = this.request
    const given = files.map(({ path, name }) => ({ path, name: storable(basename(name).slice(-fileNameMax)) }))
    const input = { ownerId, files: given, doubles, dryRun, cameBy: 'bulk' as const, ...(signal && { signal }) }
    let at = 0
    for await (const outcome of this.services.importCards.run(input)) {
      const isOf = ({ name }: NamedFile) => outcome.file === name || outcome.file.startsWith(`${name}/`)
      while (at < given.length && !isOf(given[at]!)) at++
      const { name } = given[at]!
      this.#count({ ...outcomeOf(outcome), file: `${files[at]!.name}${outcome.file.slice(name.length)}` })
      if (outcome.file === name) at++
    }
  }

  /** Imports a JSON list. Each batch of entries commits separately, so repeating an interrupted import continues it. */
  async #importList({ path, name }: ListedFile) {
    const { ownerId, dryRun = false, signal } = this.request
    const before = { ...this.#counts }
    const countFrom = (progress: ImportOutcome) => {
      for (const key of ['imported', 'doubles', 'refused', 'total'] as const)
        this.#counts[key] = before[key] + progress[key]
      this.#show()
    }
    try {
      const stream = createReadStream(path, { highWaterMark: 256 * 1024, ...(signal && { signal }) })
      await this.services.lists.run(readEntries(this.#counting(stream)), {
        ownerId,
        dryRun,
        onRefused: ({ index, name: entryName, message }) =>
          this.request.onOutcome?.({ ...refusal(name, message), entry: index, name: entryName }),
        onProgress: countFrom,
      })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof MalformedImport)) throw error
      this.#malformed++
      this.request.onOutcome?.(refusal(name, error.message))
    }
    await this.#finished([name])
  }

  async *#counting(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#bytesDone += chunk.length
      yield chunk
    }
  }

  async #refuse(file: string, reason: string) {
    this.#count(refusal(file, reason))
    await this.#finished([file])
  }

  #count(outcome: BulkOutcome) {
    this.#counts[({ imported: 'imported', double: 'doubles', refused: 'refused' } as const)[outcome.outcome]]++
    this.#counts.total++
    this.request.onOutcome?.(outcome)
    this.#show()
  }

  async #finished(files: readonly string[]) {
    await this.request.onFinished?.(files, this.#share, { ...this.#counts })
  }

  #show() {
    this.request.onProgress?.(this.#share, this.#counts)
  }

  get #share() {
    return Math.min(1, this.#bytesDone / this.#bytes)
  }
}

const nested = 'The archive is inside another archive. Unpack the outer one first.'

const newBatch = () => ({ files: [], unpacked: [], bytes: 0 })

const refusal = (file: string, reason: string): BulkOutcome => ({
  file,
  entry: null,
  outcome: 'refused',
  name: null,
  characterId: null,
  lorebookId: null,
  format: null,
  kept: [],
  warnings: [],
  reason,
})

const outcomeOf = ({ file, outcome, character, lorebook, report }: CardFileOutcome): BulkOutcome => ({
  file,
  entry: null,
  outcome,
  name: character?.name ?? lorebook?.name ?? null,
  characterId: character?.id ?? null,
  lorebookId: lorebook?.id ?? null,
  format: report.format,
  kept: report.kept,
  warnings: report.warnings,
  reason: report.refusedBecause,
})
