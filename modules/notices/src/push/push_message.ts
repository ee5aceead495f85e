import { createHash } from 'node:crypto'
import type { NotificationKind, PushMessage } from '../../api.ts'
import type { ShownNotification } from '../../index.ts'
import { payloadBytesMax } from './web_push.ts'

const titleMax = 120
const textMax = 300
const fallbackHref = '/notifications'

interface Described extends ShownNotification {
  id: string
  kind: NotificationKind
}

const cut = (text: string, max: number): string => {
  const letters = [...text]
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}

/** Returns a name for a user's group of notifications, of at most 32 letters of base64url, as topics of push services must be. */
export const topicOf = (userId: string, group: string): string =>
  createHash('sha256').update(`${userId} ${group}`).digest('base64url').slice(0, 32)

/**
 * Composes what a device gets. Without its owner's permission, and always about an adult character, it has no words and no picture. Leaves
 * out first the picture, then the words, then the address, if they wouldn't fit.
 */
export function composePush(
  { id, kind, href, title, text, pictureUrl, isAdult }: Described,
  { tag, showsTexts }: { tag: string; showsTexts: boolean }
): Buffer {
  const bare = { id, kind, href: href ?? fallbackHref, tag }
  const words = { ...bare, title: cut(title, titleMax), ...(text !== '' && { text: cut(text, textMax) }) }
  const pictured = { ...words, ...(pictureUrl !== null && { pictureUrl }) }
  const choices: PushMessage[] = showsTexts && !isAdult ? [pictured, words, bare] : [bare]
  const fitting = choices
    .map((each) => Buffer.from(JSON.stringify(each)))
    .find(({ length }) => length <= payloadBytesMax)
  return fitting ?? Buffer.from(JSON.stringify({ ...bare, href: fallbackHref }))
}
