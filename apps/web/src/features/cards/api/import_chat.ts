import { paths, type ChatImportAnswer } from '#modules/cards/api'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'

/** Imports the chats of a file. Throws as `sendWithProgress` does. */
export async function importChat(file: File, characterId: string, options: ProgressOptions): Promise<ChatImportAnswer> {
  const form = new FormData()
  form.append('characterId', characterId)
  form.append('file', file, file.name)
  return JSON.parse(await sendWithProgress(paths.importChats, form, options)) as ChatImportAnswer
}
