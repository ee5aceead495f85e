import 'reflect-metadata'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocument, pageWithCalls, printDocument } from './document.ts'

/** `npm run api` writes the OpenAPI document and the index of `docs/api.md`. */
const root = join(import.meta.dirname, '../..')
const document = makeDocument()
writeFileSync(join(root, 'apps/server/src/openapi.json'), printDocument(document))
writeFileSync(join(root, 'docs/api.md'), pageWithCalls(document))
