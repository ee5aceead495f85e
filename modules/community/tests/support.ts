import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'

let count = 0

/** Returns a username that no other test has. */
export const newUsername = () => `c${process.pid}x${Date.now().toString(36)}x${++count}`

/** Returns people of a running server, with access to its database. */
export const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  return {
    url,
    run,
    visitor: new Client(url),
    /** Registers a person with a username. */
    async person(username = newUsername()) {
      const client = await new Client(url).register({ firstName: 'Ines' })
      await client.put('/api/user/username', { username })
      return Object.assign(client, { username })
    },
    /** Publishes a character. */
    async publish(by: Client, fields: object = {}): Promise<string> {
      const texts = { description: 'Mends nets.', backstory: 'Was born at sea.', personality: 'Calm.' }
      const shown = { name: 'Mo', avatar: 'https://pictures.example.test/mo.png', isPublic: true }
      const { status, body, text } = await by.post('/api/characters', { ...texts, ...shown, ...fields })
      if (status !== 201) throw new Error(text)
      return body.id
    },
    showAdult: (client: Client) =>
      run(`UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`, [
        client.user.id,
      ]),
    block: (by: Client, other: Client) => by.put(`/api/user/hidings/person/${other.user.id}`),
  }
}
