import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedStage } from '#tests/support/stage'
import type { Lorebook, LorebookEntry } from '../api.ts'

export const database = (): Promise<Database> => app.container.make('lucid.db')

/** Registers an owner with a lorebook and another user. Returns them and a visitor. */
export const setUp = async () => {
  const { url, databaseUrl } = (await sharedStage('filled')).server
  const [owner, other] = await Promise.all([new Client(url).register(), new Client(url).register()])
  const make = async (fields: Record<string, unknown> = {}, by = owner): Promise<Lorebook> => {
    const { status, body, text } = await by.post('/api/lorebooks', { name: 'Sea', ...fields })
    if (status !== 201) throw new Error(`${status} ${text}`)
    return body
  }
  const add = async (book: { id: string }, fields: Record<string, unknown> = {}): Promise<LorebookEntry> => {
    const { status, body, text } = await owner.post(`/api/lorebooks/${book.id}/entries`, fields)
    if (status !== 201) throw new Error(`${status} ${text}`)
    return body
  }
  return { owner, other, visitor: new Client(url), run: asking(databaseUrl), make, add }
}

/** Reads all entries page by page. Returns them and the sizes of the pages. */
export const readAll = async (client: Client, first: string) => {
  const entries: any[] = []
  const sizes: number[] = []
  let next: string | undefined = first
  while (next) {
    const { body, headers } = await client.get(next)
    sizes.push(body.length)
    entries.push(...body)
    next = /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  return { entries, sizes }
}
