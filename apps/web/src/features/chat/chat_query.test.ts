import { expect, test, vi } from 'vitest'
import { readChatEnd } from './chat_query.ts'

test('reads a whole page when the last message is too long for the end of a chat', async () => {
  const answers: Record<string, unknown> = {
    '/api/chats/c?session=s&end=true': { messages: [], hasOlder: true },
    '/api/chats/c?session=s': { messages: [{ id: 'long' }], hasOlder: true },
  }
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path]))
  expect((await readChatEnd('c', { session: 's' })).messages).toEqual([{ id: 'long' }])
})
