import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { fail, ok, type Result } from '#modules/kernel/result'
import { readDocument } from '#modules/kernel/validation'

/** `gone` means that the client disconnected. */
type FilesRefusal = { kind: 'too_large' | 'malformed' | 'no_file' | 'too_many_files' | 'gone' }
export type ReceivingRefusal = { kind: Exclude<FilesRefusal['kind'], 'too_many_files'> | 'several_files' }

interface ReceivedFile {
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

/** Whether the client has disconnected before its request was complete. */
export const hasLeft = ({ destroyed, complete }: Pick<IncomingMessage, 'destroyed' | 'complete'>) =>
  destroyed && !complete

const otherFieldsMax = 20

/**
 * Streams the files in the form field `files` into a folder, and returns them in their order. Ignores files in other fields. The caller
 * must check that the body is a form.
 */
export const receiveFiles = (ctx: HttpContext, limits: Limits) =>
  receive(ctx, 'files', limits, limits.filesMax + otherFieldsMax)

/** Streams the single file in the form field `file` into a folder, like `receiveFiles`. Also returns the other fields. */
export const receiveForm = async (
  ctx: HttpContext,
  { folder, bytesMax }: { folder: string; bytesMax: number }
): Promise<Result<{ file: string; fileName: string; fields: Record<string, unknown> }, ReceivingRefusal>> => {
  const received = await receive(ctx, 'file', {
    folder,
    fileBytesMax: Infinity,
    requestBytesMax: bytesMax,
    filesMax: 1,
  })
  if (!received.ok) {
    const { kind } = received.failure
    return fail({ kind: kind === 'too_many_files' ? 'several_files' : kind })
  }
  const { path, name } = received.value[0]!
  return ok({ file: path, fileName: name, fields: readDocument(ctx) as Record<string, unknown> })
}

const receive = async (
  { request }: HttpContext,
  field: string,
  { folder, fileBytesMax, requestBytesMax, filesMax }: Limits,
  fieldsMax?: number
): Promise<Result<ReceivedFile[], FilesRefusal>> => {
  const files: ReceivedFile[] = []
  let count = 0
  let failure: { cause: unknown } | null = null
  const ended = new AbortController()
  request.multipart.onFile('*', {}, async (part, report) => {
    if (part.name !== field || ++count > filesMax) return void part.resume()
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
    await request.multipart.process({
      limit: requestBytesMax,
      ...(fieldsMax !== undefined && { maxFields: fieldsMax }),
    })
  } catch (error) {
    ended.abort()
    if (hasLeft(request.request)) return fail({ kind: 'gone' })
    const { code, status, statusCode, message } = error as FormError
    if (fieldsMax !== undefined && message === 'Fields length limit exceeded') return fail({ kind: 'too_many_files' })
    if (code === 'E_REQUEST_ENTITY_TOO_LARGE' || statusCode === 413) return fail({ kind: 'too_large' })
    if (status === 400 || (statusCode ?? 500) < 500) return fail({ kind: 'malformed' })
    throw error
  }
  if (failure !== null) throw new Error('A received file could not be written', failure)
  if (count > filesMax) return fail({ kind: 'too_many_files' })
  return count === 0 ? fail({ kind: 'no_file' }) : ok(files)
}
