import { fail, ok, type Result } from '#modules/kernel/result'
import { uploadBytesMax } from '../../api.ts'

export type FormRefusal = { kind: 'malformed' | 'no_file' | 'several_files' | 'too_large' }

const partsMax = 20
const headersBytesMax = 4_096

/** Returns the boundary in a `multipart/form-data` content type, or null (RFC 2046, 5.1.1). */
export const boundaryOf = (contentType: string): string | null => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^;\s"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

/** Finds the single file of a form, in the field `file` (RFC 7578). Ignores other fields. */
export const findFile = (form: Buffer, boundary: string): Result<Buffer, FormRefusal> => {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const opening = delimiter.subarray(2)
  let file: Buffer | null = null
  let at = form.subarray(0, opening.length).equals(opening) ? opening.length : after(form, delimiter, 0)

  for (let parts = 0; at !== null && parts <= partsMax; parts++) {
    if (form.toString('latin1', at, at + 2) === '--') return checkFile(file)
    const head = form.indexOf('\r\n', at)
    const content = head < 0 ? null : after(form, '\r\n\r\n', head)
    if (content === null || content - at > headersBytesMax) break
    const next = after(form, delimiter, content - 2)
    if (next === null) break
    const { name, fileName } = dispositionOf(form.toString('utf8', head, content))
    if (fileName) {
      if (file) return fail({ kind: 'several_files' })
      if (name !== 'file') return fail({ kind: 'no_file' })
      file = form.subarray(content, Math.max(content, next - delimiter.length))
    }
    at = next
  }
  return fail({ kind: 'malformed' })
}

const checkFile = (file: Buffer | null): Result<Buffer, FormRefusal> => {
  if (!file) return fail({ kind: 'no_file' })
  return file.length > uploadBytesMax ? fail({ kind: 'too_large' }) : ok(file)
}

const after = (bytes: Buffer, pattern: Buffer | string, from: number): number | null => {
  const at = bytes.indexOf(pattern, from)
  return at < 0 ? null : at + pattern.length
}

/** Parses a part's Content-Disposition. A file name marks the part as a file and is otherwise ignored. */
const dispositionOf = (headers: string): { name?: string; fileName?: string } => {
  const [, line = ''] = /\r\ncontent-disposition:\s*form-data([^\r\n]*)/i.exec(headers) ?? []
  const found = new Map<string, string>()
  for (const [, key, quoted, bare] of line.matchAll(/;\s*([\w*]+)=(?:"([^"]*)"|([^;"\s]*))/g))
    if (!found.has(key!.toLowerCase())) found.set(key!.toLowerCase(), quoted ?? bare ?? '')
  return { name: found.get('name'), fileName: found.get('filename') || found.get('filename*') }
}
