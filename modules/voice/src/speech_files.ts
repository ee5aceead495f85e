import { inject } from '@adonisjs/core'
import { FileStore } from '#modules/kernel/file_store'
import { VoiceSettings } from '../index.ts'

/** The files of kept audio, by user and hash. */
@inject()
export class SpeechFiles extends FileStore {
  constructor(settings: VoiceSettings) {
    super(settings)
  }

  async put(userId: string, hash: string, audio: Uint8Array) {
    await (await this.disk()).put(keyOf(userId, hash), audio, { contentType: 'application/octet-stream' })
  }

  /** Returns null if the file is lost. */
  async read(userId: string, hash: string): Promise<Buffer | null> {
    const disk = await this.disk()
    const key = keyOf(userId, hash)
    if (!(await disk.exists(key))) return null
    const bytes = await disk.getBytes(key)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Idempotent. */
  async remove(userId: string, hash: string) {
    await (await this.disk()).delete(keyOf(userId, hash))
  }
}

/** The prefix separates the audio from the pictures, which may be in the same bucket. */
const keyOf = (userId: string, hash: string) => `speech/${userId}/${hash}`
