import { statement } from '#modules/kernel/sql'
import type { Message } from '../api.ts'
import { alternatesOf, messageColumns, toMessage, type MessageRow } from './message_row.ts'

const read = statement<MessageRow>(
  'chat_read_message',
  `SELECT ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages WHERE user_id = $1 AND id = $2`
)

/** Reads a message with all its answers. It must exist, deleted or not. */
export const readMessage = async (client: Parameters<typeof read>[0], userId: string, id: string): Promise<Message> => {
  const [row] = await read(client, [userId, id])
  return toMessage(row!)
}
