import type { Client } from '#tests/support/client'
import type { CardFileOutcome } from '../../api.ts'

/** Files by their names, in order. A list may contain a name twice. */
export type Files = Record<string, Buffer | string> | [string, Buffer | string][]

const boundary = 'parts-of-a-form'
export const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

export const formOf = (files: Files, field = 'files'): Buffer =>
  Buffer.concat([
    ...(Array.isArray(files) ? files : Object.entries(files)).flatMap(([name, content]) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])

export const sendCards = (client: Client, files: Files, query = '') =>
  client.call(`/api/cards${query}`, { method: 'POST', rawBody: formOf(files), headers: formType })

/** Imports files, which must be accepted. */
export const importCards = async (client: Client, files: Files, query = ''): Promise<CardFileOutcome[]> => {
  const answer = await sendCards(client, files, query)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.body as CardFileOutcome[]
}
