import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { isBlankMessage } from '#modules/kernel/macros'
import { statement } from '#modules/kernel/sql'
import type { Steps } from '#modules/kernel/steps'
import { limits } from '../../limits.ts'

/** One row a greeting, because the driver reads a row at once, and all greetings have several megabytes. */
const readRows = statement<{ greeting: string | null }>(
  'chat_read_greetings',
  `SELECT greeting FROM unnest(gallery_greetings($1::uuid, $2::integer)) WITH ORDINALITY AS given (greeting, place)
   ORDER BY place`
)

/** Returns the first message of a character's version, and its alternate greetings. Empty for a deleted character. */
export const readGreetings = async (
  client: QueryClientContract,
  characterId: string,
  version: number
): Promise<string[]> => (await readRows(client, [characterId, version])).map(({ greeting }) => greeting ?? '')

/**
 * Returns the indexes of different greetings with visible texts, at most as many as a chat begins with. Each step reads one greeting, because
 * a character may have hundreds of long ones with macros.
 */
export function* findGreetings(greetings: readonly string[]): Steps<number[]> {
  const found: number[] = []
  for (const [index, text] of greetings.entries()) {
    if (found.length === limits.greetingsMax) break
    if (!isBlankMessage(text) && greetings.indexOf(text) === index) found.push(index)
    yield
  }
  return found
}
