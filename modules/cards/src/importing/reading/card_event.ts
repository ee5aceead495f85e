import type { ImportedBook, OriginalLorebook } from '#modules/lore/index'
import type { CharacterDraft, CharacterFormat, CardChat, ReadingOptions } from '../../characters/character_draft.ts'
import type { ChatEvent } from '../../chats/read_chat_file.ts'
import type { FileFormat } from '../../files/opened_file.ts'
import type { LorebookFormat } from '../../lorebooks/lorebook.ts'

/** What the process reads: a file with a card, a lorebook, or an archive of such files. */
export interface CardReadingJob {
  file: string
  /** The name that it has on the user's machine. Never a path. */
  fileName: string
  /** Pictures and unpacked files are written into folders in it, one for each event. */
  folder: string
  options: Omit<ReadingOptions, 'fileName'>
}

/** A file to keep, on this machine. */
export interface OriginalFile {
  path: string
  sha256: string
  bytes: number
  format: FileFormat
  /** The name of the archive that it came in. */
  archiveName: string | null
  name: string
}

/** A picture of a card, which may have any content. Equal pictures have one path. */
export interface CardPicture {
  type: string
  name: string
  path: string
}

/** What a file says of itself. */
interface Notes {
  kept: string[]
  warnings: string[]
}

export interface ReadCard extends Notes {
  kind: 'card'
  format: CharacterFormat
  spec: string | null
  draft: Omit<CharacterDraft, 'book' | 'assets'>
  /** The paths of the main pictures. */
  icon: string | null
  background: string | null
  pictures: CardPicture[]
  /** Null without one, and for one that can't be read. */
  book: (ImportedBook & { original: OriginalLorebook }) | null
  chats: CardChat[]
  /** Their messages, as of an imported file. Empty without chats, and with too many messages. */
  chatEvents: ChatEvent[]
  document: { source: string; bytes: Uint8Array; sha256: string }
  original: OriginalFile
}

export interface ReadBook extends Notes {
  kind: 'book'
  format: LorebookFormat
  book: ImportedBook & { original: OriginalLorebook }
  original: OriginalFile
}

export interface RefusedFile extends Notes {
  kind: 'refused'
  /** `chat` for the chats of other apps, which have a call of their own. */
  format: FileFormat | 'chat' | null
  because: string
}

/** One for each file. `file` is its name, with that of the archive: `pack.zip/ann.png`. `folder` has its files. */
export type CardEvent = (ReadCard | ReadBook | RefusedFile) & { file: string; folder: string }
