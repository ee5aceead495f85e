import type { PictureFocus } from '#modules/gallery/api'
import type { MacroScope } from '../../prompts/index.ts'
import type { StoredPicture } from '../export_pictures.ts'

/** A chat as a book, without its text. */
export interface Book {
  userId: string
  sessionId: string
  /** In a group chat, the first character. Null when the character was deleted. */
  characterId: string | null
  isGroup: boolean
  /** The chat's own title; null without one. */
  title: string | null
  names: { char: string; user: string }
  macros: MacroScope
  /** The address of a picture on this server. Null when the character was deleted. */
  portrait: string | null
  /** The point of the portrait that a crop keeps in view; null for the upper middle. */
  portraitFocus: PictureFocus | null
  beganAt: Date
  endedAt: Date
  /** The position and time at which each chapter begins. Empty if the chat has no messages. */
  chapters: { position: number; beganAt: Date }[]
  /** Whether its messages may have pictures. */
  hasPictures: boolean
  /** The time zone of the dates. */
  timeZone: string
}

/** A part of a book, in reading order. */
export type BookPart =
  | { kind: 'chapter'; number: number }
  | { kind: 'scene' }
  | { kind: 'turn'; speaker: string | null; blocks: BookBlock[]; pictures?: readonly StoredPicture[] }

/** A part of a turn as XHTML: the content of a paragraph, or an element of its own. Null is a scene break. */
export type BookBlock = { paragraph: string } | { element: string } | null
