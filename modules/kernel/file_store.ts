import type { Disk } from 'flydrive'
import type { DiskSettings } from './open_disk.ts'

/** A configured storage. It is opened on first use, because most processes never need it. */
export class FileStore {
  #disk?: Promise<Disk>

  constructor(private readonly diskSettings: DiskSettings) {}

  disk(): Promise<Disk> {
    return (this.#disk ??= import('./open_disk.ts').then(({ openDisk }) => openDisk(this.diskSettings)))
  }
}
