import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { problem } from '#modules/kernel/refusals'
import { isSigned } from '../src/is_signed.ts'

/** Paths that accept plain HTML forms. */
const formPaths = new Set([
  '/api/login',
  '/api/login/second-step',
  '/api/register',
  '/api/register/pending',
  '/api/waiting-list',
  '/api/password/forgot',
  '/api/password/reset',
  '/api/email/verify',
])
/** Paths that accept files, besides uploads. */
const filePaths = new Set(['/api/chats/import', '/api/cards', '/api/lorebooks/import', '/api/admin/card-imports'])
const isFilePath = (path: string) => path.startsWith('/api/uploads/') || filePaths.has(path)
/** The path that accepts recordings. */
const recordingPath = '/api/transcriptions'
const isFormPath = (path: string) => formPaths.has(path) || /^\/(age|payments)\//.test(path)

/** Answers 415 for unsupported media types and for compressed bodies, which may expand a thousandfold. */
export default class BodyTypeMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    const length = request.header('transfer-encoding') === undefined ? request.header('content-length') : null
    if (length === undefined || request.method() === 'GET' || request.method() === 'HEAD') return next()
    const path = request.url()
    if (isSigned(path)) return next()
    // Empty bodies are checked, too, because the body parser would try to decompress them.
    if ((request.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity')
      return problem(ctx, 415, 'unsupported_encoding', 'Send the body as it is, without a Content-Encoding.')
    if (length !== null && Number(length) === 0) return next()
    const type = (request.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const isSupported =
      type === 'application/json' ||
      (type === 'application/x-www-form-urlencoded' && isFormPath(path)) ||
      (type === 'multipart/form-data' && isFilePath(path)) ||
      (type.startsWith('audio/') && path === recordingPath)
    if (isSupported) return next()
    return problem(ctx, 415, 'unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
  }
}
