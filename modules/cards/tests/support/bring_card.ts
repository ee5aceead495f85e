import type { Client } from '#tests/support/client'
import { formOf, formType, importCards } from './cards_form.ts'

/** Imports a card. Returns the character's id. */
export const bringCard = async (client: Client, file: Buffer | string, name = 'a.json'): Promise<string> => {
  const [outcome] = await importCards(client, { [name]: file })
  if (outcome?.outcome !== 'imported') throw new Error(JSON.stringify(outcome))
  return outcome.character!.id!
}

/** Sends a lorebook. */
export const bringLorebook = (client: Client, file: Buffer | string, name = 'a.json') =>
  client.call('/api/lorebooks/import', { method: 'POST', rawBody: formOf({ [name]: file }, 'file'), headers: formType })
