/** Wire shapes of files of chats. Runs in a browser. */

export { curlyMessage } from './book/curly_message.ts'

export const exportFormats = ['markdown', 'jsonl', 'epub', 'sillytavern'] as const

export type ExportFormat = (typeof exportFormats)[number]
