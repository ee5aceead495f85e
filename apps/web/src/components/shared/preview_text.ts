import { fillMacros, messageSeed } from '#modules/gallery/api'
import { readerZone } from '#web/lib/reader_zone'

/** One moment for all previews of a visit, so that their texts don't change. */
const at = Date.now()

/** A text of a character outside of chats, as the reader sees it: `user` is the reader's name, `index` that of a message of the demo. */
export const previewText = (
  text: string,
  { id, name }: { id: string; name: string },
  user: string,
  index = 0
): string =>
  fillMacros(text, { char: name, user, seed: messageSeed(id, index), chatSeed: id, at, timeZone: readerZone })
