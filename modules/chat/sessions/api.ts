/** Wire shapes of chats and their messages. Runs in a browser. */
import type { Character, RegexScript, VersionChange } from '#modules/gallery/api'
import type { ImageAspect, ImageOptions } from '#plugins/contract/image'
import { pathSegment } from '#modules/kernel/path_segment'
import type { SamplingChoice } from '#plugins/contract/sampling'
import type { AuthorsNote, ReplyLength } from '../prompts/api.ts'
import type {
  ChatBranch,
  ChatDraft,
  ChatSession,
  GroupMode,
  Message,
  ModelChange,
  ReplyUnderWay,
} from '../replies/api.ts'

/** The version of its character that a chat uses. A newer one exists if the numbers differ. */
export interface ChatCharacterVersion {
  number: number
  newest: number
  /** The value of {{char}} in this version. */
  char: string
}

/** The changes that an update to the newest version would make. Texts that the caller may not read are named, but not shown. */
export type ChatVersionDifference = Pick<ChatCharacterVersion, 'number' | 'newest'> & { changes: VersionChange[] }

/**
 * A chat whose last messages were deleted. `rewindId` restores them within `restoreMinutes`. It is null if there were no messages to
 * delete.
 */
export interface RewoundChat {
  rewindId: string | null
  count: number
}

/** A fact to pin. Without a depth, it comes before all messages. */
export type PinInput = string | { text: string; depth?: number | null }

/** A picture of a chat, for its user alone. */
export interface ChatPicture {
  id: string
  /** The message that it belongs to. Null until the message is sent, and for a background from the list of drawn pictures. */
  messageId: string | null
  /** `shown` by the user, or `drawn` by a model. */
  kind: 'shown' | 'drawn'
  state: 'ready' | 'drawing' | 'failed'
  /** In pixels. Null until it is ready. */
  width: number | null
  height: number | null
  /** A description for readers who don't see it. May be empty. */
  alt: string
  /** It is behind the chat, instead of the character's background. */
  isBackground?: true
  createdAt: string
  /** The prompt of a drawn one, and its model. */
  prompt?: string
  modelName?: string
  /** Why it could not be drawn, as a sentence. */
  failure?: string
}

/** A proposal for what to draw of an answer. `isFromModel`: a model wrote it; otherwise it is the text of the answer. */
export interface ProposedMoment {
  prompt: string
  isFromModel: boolean
}

/** As in `DrawPictureRequest` of pictures. */
export interface MomentBody {
  prompt: string
  model?: string
  aspect?: ImageAspect
  options?: ImageOptions
}

/** The address of a picture of a chat, which only its user can load. */
export const chatPictureAddress = (id: string, form: 'thumb' | 'whole') =>
  `/pictures/chats/${pathSegment(id)}?form=${form}`

/** The settings of a single chat. A change leaves absent keys as they are. */
export interface ChatSettings {
  note: AuthorsNote | null
  /** Replaces the scenario of the chat's characters. Null: their own. */
  scenario: string | null
  /** Replaces the instructions of the characters' creators. Null: their own. */
  systemPrompt: string | null
  /** The user's own lorebooks whose entries are used in the prompts of this chat. */
  lorebookIds: string[]
  /** The user's persona in this chat. Null: the default persona. */
  personaId: string | null
  /** Null: the model decides, within the tier's limit. */
  length: ReplyLength | null
  /** Overrides of the user's own and the tier's sampling. Null: no overrides. */
  sampling: SamplingChoice | null
  /** Leaves out an unfinished sentence at the end of an answer that reached its maximum length. */
  endsWhole: boolean
  /** Whether the character's regex scripts change how messages look. Missing in responses of older servers. */
  runsScripts?: boolean
}

/** A regex script of a chat. In a group, with the member whose answers it changes, and the value of {{char}} for it. */
export type ChatScript = RegexScript & { characterId?: string; char?: string }

/** The regex scripts of the chat's characters, of the versions that the chat uses. */
export interface ChatScripts {
  isOn: boolean
  count: number
  /** Whether the caller may read the character's definition. The page shows others how many scripts run, but not what they do. */
  canRead: boolean
  /** The scripts that change how messages look. For callers who may read the definition, also the ones for prompts. */
  scripts: ChatScript[]
}

/** The user's persona in a chat. The texts of the chat call the user by the name of the persona. */
export interface ChatPersona {
  id: string
  name: string
  avatar: string | null
  description: string
  personality: string
  background: string
}

export interface ModelChangeBody {
  id: number
  isAccepted: boolean
}

/** The notice that a machine writes, shown at the beginning of a chat, and again above these messages of the page. */
export interface ChatNotice {
  text: string
  messageIds: string[]
}

/** `character` is null when it was deleted, or the caller may no longer see it. */
export interface ChatData {
  session: ChatSession
  /** Null: the user's default persona. */
  persona: ChatPersona | null
  character: Character | null
  /** Null without a character. */
  characterVersion: ChatCharacterVersion | null
  /** A page of messages, oldest first. */
  messages: Message[]
  /** Whether there are messages before and after this page. */
  hasOlder: boolean
  hasNewer: boolean
  replyUnderWay: ReplyUnderWay | null
  /** The branches of this chat, oldest first. Missing if it has none. */
  branches?: ChatBranch[]
  /** The line that a model wrote for the user, unless the user has sent a message since. */
  draft?: ChatDraft
  /** How many regex scripts the character has. Missing without any. */
  scriptCount?: number
  /** Three suggested replies, each on a line of its own, unless a message has changed since. */
  suggestions?: ChatDraft
  /** Suggested messages to begin the chat. Missing for characters without written starters, and where another greeting begins the chat. */
  starters?: readonly string[]
  /** Missing in responses of older servers. */
  notice?: ChatNotice
  /** Missing without a change that the user has neither seen nor accepted. */
  modelChange?: ModelChange
}

export interface GroupMember {
  id: string
  /** The value of {{char}} in its messages. Null when the character was deleted, or the caller may no longer see it. */
  char: string | null
  character: Character | null
  isMuted: boolean
  /** How often the character speaks by itself, from 0 to 1. */
  talkativeness: number
  /** The version that the group uses. Null without a character. */
  version: Pick<ChatCharacterVersion, 'number' | 'newest'> | null
}

/** A chat with several characters. Its messages name their speakers. */
export interface GroupChatData extends Omit<ChatData, 'character' | 'characterVersion' | 'replyUnderWay' | 'starters'> {
  mode: GroupMode
  /** The characters, in the order of their turns. */
  characters: GroupMember[]
  /** The characters that left the group, as far as the caller can see them. Their messages stay. */
  former?: Character[]
  /** Present while the server takes several turns by itself. `turnsLeft`: the turns after the running one. */
  talk?: { turns: number; turnsLeft: number }
  replyUnderWay: (ReplyUnderWay & { characterId: string }) | null
}

export interface ChatListItem {
  id: string
  /** Null for a group chat. */
  characterId: string | null
  lastMessageAt: string
  createdAt: string
  /** The beginning of the last message as plain text on one line, with macros filled in. */
  lastMessage: string | null
  title: string | null
  /** The chat was copied from another one. */
  isBranch?: true
  /** The chat is kept on top of the lists. */
  isKept?: true
  isArchived?: true
  folderId?: string
  character: ChatListCharacter | null
  /** The characters of a group chat that the caller can see. */
  characters?: ChatListCharacter[]
}

/** The chat that the caller left open. */
export interface LastChat {
  /** Null without one, and if the caller may not see or hides a character of it. */
  chat: ChatListItem | null
}

/** A folder of chats. */
export interface ChatFolder {
  id: string
  name: string
}

/** Where a chat is kept. A change leaves absent keys as they are. */
export interface ChatPlace {
  /** On top of the lists. */
  isKept?: boolean
  /** Until its next message. */
  isArchived?: boolean
  /** Null: in no folder. */
  folderId?: string | null
}

/** A part of an excerpt. */
export interface ExcerptPiece {
  text: string
  /** A term of the search. */
  isHit?: true
}

/** A message or an answer that contains all terms of a search. */
export interface ChatHit extends Pick<ChatListItem, 'characterId' | 'title' | 'isBranch' | 'character' | 'characters'> {
  /** The id of the answer, which is that of the message for the first one. */
  id: string
  messageId: string
  sessionId: string
  isUser: boolean
  /** The author's name, as in `Message`. */
  speaker: string | null
  createdAt: string
  /** Plain text on one line around the first term, with macros filled in. */
  excerpt: ExcerptPiece[]
  /** The message has another answer selected. */
  isUnselected?: true
}

/** A page of hits, newest first. */
export interface ChatSearchPage {
  hits: ChatHit[]
  /** The cursor of the next page. Null on the last one. */
  next: string | null
  /** False while older messages are still being added to the search. */
  isComplete: boolean
}

type ChatListCharacter = Pick<
  Character,
  'id' | 'name' | 'avatar' | 'avatarFocus' | 'category' | 'description' | 'isPublic'
>
