import { test } from '@japa/runner'
import { makeDocument, pageWithCalls, printDocument } from '#tests/api_document/document'
import { textOf } from './sources.ts'

test.group('The OpenAPI document', () => {
  test('is up to date, and so are the calls in docs/api.md', ({ assert }) => {
    const document = makeDocument()
    const isCurrent = printDocument(document) === textOf('apps/server/src/openapi.json')
    assert.isTrue(isCurrent && pageWithCalls(document) === textOf('docs/api.md'), 'Run npm run api.')
  }).timeout(120_000)
})
