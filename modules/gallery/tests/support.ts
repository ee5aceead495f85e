import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import type { Viewer } from '../index.ts'
import { ListCharactersQuery, type ListRequest } from '../src/queries/list_characters_query.ts'
import { TagVocabulary } from '../src/queries/tag_vocabulary.ts'

export const database = (): Promise<Database> => app.container.make('lucid.db')

/** Returns a unique word. Tests share a database and must not find each other's characters. */
export const newWord = () => `w${randomBytes(6).toString('hex')}`

export const aViewer = (rights: Partial<Viewer> = {}): Viewer => ({
  id: newId(),
  isAdmin: false,
  limitlessEnabled: false,
  ...rights,
})

/** Returns a valid request body for a new character. */
export const aDraft = () => ({
  name: 'Mo',
  description: 'Mends nets, and hearts.',
  backstory: 'Mo was born at sea.',
  personality: 'Calm.',
  avatar: 'https://pictures.example.test/mo.png',
  tags: ['Sea'],
})

export interface CharacterSeed {
  name?: string
  description?: string
  category?: string
  tags?: string[]
  is_nsfw?: boolean
  is_public?: boolean
  created_by?: string
  first_message?: string
  popularity?: number
  trend?: number
  created_at?: string
  deleted_at?: string | null
}

/** Inserts characters and returns their ids in the same order. */
export const putCharacters = async (seeds: CharacterSeed[], db?: Database): Promise<string[]> => {
  const rows = seeds.map((seed) => ({
    id: newId(),
    name: 'Somebody',
    description: 'A character to talk to.',
    category: 'General',
    tags: [] as string[],
    is_nsfw: false,
    is_public: true,
    created_by: newId(),
    popularity: 0,
    created_at: '2026-01-01T00:00:00.000Z',
    deleted_at: null,
    avatar: '/avatar.png',
    background: '/background.png',
    backstory: 'Was born.',
    personality: 'Calm.',
    first_message: 'Hello {{user}}.',
    scenario: 'A bench.',
    ...seed,
  }))
  await (db ?? (await database())).table('characters').multiInsert(rows)
  return rows.map(({ id }) => id)
}

/** Creates a query with the tags as they are folded now. */
export const listQuery = async () => {
  const db = await database()
  return new ListCharactersQuery(db, new TagVocabulary(db, systemTimers))
}

/** Lists one page, with defaults for missing parameters. */
export const list = async (request: Partial<ListRequest>, viewer: Viewer | null = null) => {
  const query = await listQuery()
  return query.run({ q: '', category: '', sort: 'popular', limit: 500, after: null, ...request }, viewer)
}

export const namesOf = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name).sort()
