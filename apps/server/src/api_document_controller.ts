import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpContext } from '@adonisjs/core/http'

/** Read when it is first asked for. */
let reading: ReturnType<typeof readDocument> | null = null

/** Sends the OpenAPI document, which `npm run api` writes. */
export default class ApiDocumentController {
  async show({ request, response }: HttpContext) {
    const { plain, packed, etag } = await (reading ??= readDocument())
    response
      .header('Cache-Control', 'no-cache')
      .header('ETag', etag)
      .header('Vary', 'Accept-Encoding')
      .type('application/json; charset=utf-8')
    if (response.fresh()) return response.status(304).send(null)
    if (request.encoding(['gzip']) !== 'gzip') return response.send(plain)
    return response.header('Content-Encoding', 'gzip').send(packed)
  }
}

async function readDocument() {
  const plain = await readFile(join(import.meta.dirname, 'openapi.json'))
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, packed: await promisify(gzip)(plain), etag }
}
