import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { fail, ok, type Result } from '#modules/kernel/result'
import { hasLeft } from './receive_form.ts'

/** `gone` means that the client disconnected. */
export type FilesRefusal = { kind: 'too_large' | 'malformed' | 'no_file' | 'too_many_files' | 'gone' }

export interface ReceivedFile {
  path: string
  /** The file's name on the user's machine. */
  name: string
  /** Whether the file exceeds `fileBytesMax`. If so, `path` contains only its beginning. */
  isTooLarge: boolean
}

interface Limits {
  folder: string
  fileBytesMax: number
  requestBytesMax: number
  filesMax: number
}

interface FormError {
  code?: string
  status?: number
  statusCode?: number
  message?: string
}

const otherFieldsMax = 20

/**
 * Streams the files in the form field `files` into a folder, and returns them in their order. Ignores files in other fields. The caller
 * must check that the body is a form.
 */
export const receiveFiles = async (
  { request }: HttpContext,
  { folder, fileBytesMax, requestBytesMax, filesMax }: Limits
): Promise<Result<ReceivedFile[], FilesRefusal>> => {
  const files: ReceivedFile[] = []
  let count = 0
  let failure: { cause: unknown } | null = null
  const ended = new AbortController()
  request.multipart.onFile('*', {}, async (part, report) => {
    if (part.name !== 'files' || ++count > filesMax) return void part.resume()
    const file: ReceivedFile = { path: join(folder, `received-${count}`), name: part.filename ?? '', isTooLarge: false }
    files.push(file)
    let bytes = 0
    // Pauses the part, because the `data` listener would otherwise start it before the pipeline reads it.
    part.pause()
    part.on('data', (chunk: Buffer) => void report(chunk))
    /** Consumes the rest of a large file without writing it, because other files follow. */
    const bounded = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.byteLength
        file.isTooLarge ||= bytes > fileBytesMax
        if (!file.isTooLarge) yield chunk
      }
    }
    try {
      await pipeline(part, bounded, createWriteStream(file.path), { signal: ended.signal })
    } catch (cause) {
      if (!ended.signal.aborted && !request.request.errored) failure = { cause }
      throw cause
    }
  })
  // A form that begins after the client has left would never end.
  if (hasLeft(request.request)) return fail({ kind: 'gone' })
  try {
    await request.multipart.process({ limit: requestBytesMax, maxFields: filesMax + otherFieldsMax })
  } catch (error) {
    ended.abort()
    if (hasLeft(request.request)) return fail({ kind: 'gone' })
    const { code, status, statusCode, message } = error as FormError
    if (message === 'Fields length limit exceeded') return fail({ kind: 'too_many_files' })
    if (code === 'E_REQUEST_ENTITY_TOO_LARGE' || statusCode === 413) return fail({ kind: 'too_large' })
    if (status === 400 || (statusCode ?? 500) < 500) return fail({ kind: 'malformed' })
    throw error
  }
  if (failure !== null) throw new Error('A received file could not be written', failure)
  if (count > filesMax) return fail({ kind: 'too_many_files' })
  return count === 0 ? fail({ kind: 'no_file' }) : ok(files)
}
