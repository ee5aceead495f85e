import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { fail, ok, type Result } from '#modules/kernel/result'
import { readDocument } from '#modules/kernel/validation'

/** `gone` means that the client disconnected. */
export type ReceivingRefusal = { kind: 'too_large' | 'malformed' | 'no_file' | 'several_files' | 'gone' }

export interface ReceivedForm {
  /** The path of the file. */
  file: string
  fileName: string | null
  /** The other fields. */
  fields: Record<string, unknown>
}

/** Whether the client has disconnected before its request was complete. */
export const hasLeft = ({ destroyed, complete }: Pick<IncomingMessage, 'destroyed' | 'complete'>) =>
  destroyed && !complete

/**
 * Streams the single file in the form field `file` into a folder. Ignores files in other fields. The caller must check that the body is a
 * form.
 */
export const receiveForm = async (
  { request }: HttpContext,
  { folder, bytesMax }: { folder: string; bytesMax: number }
): Promise<Result<ReceivedForm, ReceivingRefusal>> => {
  const file = join(folder, 'file')
  let fileName: string | null = null
  let files = 0
  let failure: { cause: unknown } | null = null
  const ended = new AbortController()
  request.multipart.onFile('*', {}, async (part, report) => {
    if (part.name !== 'file' || ++files > 1) return void part.resume()
    fileName = part.filename
    // Pauses the part, because the `data` listener would otherwise start it before the pipeline reads it.
    part.pause()
    part.on('data', (chunk: Buffer) => void report(chunk))
    try {
      await pipeline(part, createWriteStream(file), { signal: ended.signal })
    } catch (cause) {
      if (!ended.signal.aborted && !request.request.errored) failure = { cause }
      throw cause
    }
  })
  // A form that begins after the client has left would never end.
  if (hasLeft(request.request)) return fail({ kind: 'gone' })
  try {
    await request.multipart.process({ limit: bytesMax })
  } catch (error) {
    ended.abort()
    if (hasLeft(request.request)) return fail({ kind: 'gone' })
    const { code, status, statusCode } = error as { code?: string; status?: number; statusCode?: number }
    if (code === 'E_REQUEST_ENTITY_TOO_LARGE' || statusCode === 413) return fail({ kind: 'too_large' })
    if (status === 400 || (statusCode ?? 500) < 500) return fail({ kind: 'malformed' })
    throw error
  }
  if (failure !== null) throw new Error('A received file could not be written', failure)
  if (files !== 1) return fail({ kind: files === 0 ? 'no_file' : 'several_files' })
  return ok({ file, fileName, fields: readDocument({ request }) as Record<string, unknown> })
}
