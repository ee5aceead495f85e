import type { CharacterDetails } from '#modules/gallery/api'
import type { Client } from '#tests/support/client'

/** Creates a character of the user with these fields, and short texts otherwise. */
export async function newCharacter(client: Client, fields: object = {}): Promise<CharacterDetails> {
  const { status, body, text } = await client.post('/api/characters', {
    name: 'Mo',
    description: 'Mends nets.',
    backstory: 'Was born at sea.',
    personality: 'Calm.',
    avatar: '/pictures/builtin/noor-avatar.webp',
    ...fields,
  })
  if (status !== 201) throw new Error(text)
  return body
}
