import { inject } from '@adonisjs/core'
import type { StorageUse } from '../api.ts'

/** A refusal because a user's storage is full. */
export type StorageFull = { kind: 'storage_full' } & StorageUse

/** Returns the bytes that a user's data of one kind take in the database or in files. */
export type StorageReader = (userId: string) => Promise<number>

/** The settings in `config/storage.ts`. */
export abstract class StorageSettings {
  abstract readonly bytesMax: number
}

/** The size of a user’s data, as one sum with one limit. Each module adds a reader for its data at boot. */
@inject()
export class Storage {
  readonly #readers: StorageReader[] = []

  constructor(private readonly settings: StorageSettings) {}

  add(reader: StorageReader) {
    this.#readers.push(reader)
  }

  async use(userId: string): Promise<StorageUse> {
    const bytes = await Promise.all(this.#readers.map((read) => read(userId)))
    return { usedBytes: bytes.reduce((sum, more) => sum + more, 0), bytesMax: this.settings.bytesMax }
  }

  /** Returns a refusal if the storage is full. Concurrent writes may exceed the limit by their own sizes, which have limits, too. */
  async refusal(userId: string): Promise<StorageFull | null> {
    const use = await this.use(userId)
    return use.usedBytes >= use.bytesMax ? { kind: 'storage_full', ...use } : null
  }
}

export const storageFullMessage = ({ usedBytes, bytesMax }: StorageUse): string =>
  `Your storage is full: ${megabytes(usedBytes)} of ${megabytes(bytesMax)} MB. Delete characters, lorebooks or pictures first. Deleted characters count until they are purged.`

const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576).toLocaleString('en')
