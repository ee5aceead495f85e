import type { ImportedBook, OriginalLorebook } from '#modules/lore/index'
import type {
  CardChat,
  CharacterDraft,
  CharacterFormat,
  ChatEvent,
  FileFormat,
  LorebookFormat,
  ReadingOptions,
} from '../../../formats/index.ts'

/** A job for the reading process: a file with a card, a lorebook, or an archive of such files. */
export interface CardReadingJob {
  file: string
  /** The file's name on the user's machine. Never a path. */
  fileName: string
  /** Each event has a subfolder here for its pictures and unpacked files. */
  folder: string
  options: Omit<ReadingOptions, 'fileName'>
}

/** A file on this machine, to be stored as an original. */
export interface OriginalFile {
  path: string
  sha256: string
  bytes: number
  format: FileFormat
  /** The name of the archive that contained the file. */
  archiveName: string | null
  name: string
}

/** A picture of a card, which may have any content. Identical pictures share a path. */
export interface CardPicture {
  type: string
  name: string
  path: string
  /** From a folder beside the card's file, so the original doesn't have it. */
  isBeside?: true
}

/** Notes for users about reading a file. */
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
  /** The card's lorebook. Null if there is none, or if it can't be read. */
  book: (ImportedBook & { original: OriginalLorebook }) | null
  chats: CardChat[]
  /** The chats and their messages, as from an imported chat file. Empty if there are no chats, or too many messages. */
  chatEvents: ChatEvent[]
  document: { source: string; bytes: Uint8Array; sha256: string }
  /** The id of the character that a server of Facet exported as this card. Any file may contain one. */
  facetId: string | null
  /** The card's ids in other apps, which later versions of the card keep. */
  origins: string[]
  original: OriginalFile
}

export interface ReadBook extends Notes {
  kind: 'book'
  format: LorebookFormat
  book: ImportedBook & { original: OriginalLorebook }
  documentSha256: string
  /** The id of the lorebook that a server of Facet exported as this file. Any file may contain one. */
  facetId: string | null
  original: OriginalFile
}

export interface RefusedFile extends Notes {
  kind: 'refused'
  /** `chat` for the chats of other apps, which have their own endpoint. */
  format: FileFormat | 'chat' | null
  because: string
}

/** An event for each file. `file` is its name after the archive's name: `pack.zip/ann.png`. `folder` has its extracted files. */
export type CardEvent = (ReadCard | ReadBook | RefusedFile) & { file: string; folder: string }
