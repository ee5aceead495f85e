import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const groupCall = /\/api\/group-chats\/[\w-]+/

let id = ''

const open = async ({ page }: Walk) => {
  await page.goto(`/group/${id}`)
  await page.getByRole('list', { name: 'Characters' }).waitFor()
}

/** A chat with several characters. */
export const group: Screen = {
  name: 'group',
  row: 'group',
  who: 'member',
  prepare: async ({ client }) => {
    const { body: characters } = await client.get('/api/characters?limit=4')
    const characterIds = characters.map((character: { id: string }) => character.id)
    const { body } = await client.post('/api/group-chats', {
      characterIds,
      title: 'A night at the pier '.repeat(5).trim(),
    })
    id = body.session.id
  },
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold(groupCall)
        await walk.page.goto(`/group/${id}`)
        await walk.page.getByText('Loading chat').waitFor({ state: 'attached' })
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(groupCall, failure)
        await walk.page.goto(`/group/${id}`)
        await walk.page.getByRole('button', { name: 'Try again' }).waitFor()
      },
    },
    done: { bring: open },
  },
  without: { empty: 'a group begins with its first character’s greeting' },
  stops: 13,
}
