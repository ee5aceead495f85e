import { inject } from '@adonisjs/core'
import { publicName } from '#modules/accounts/api'
import { Accounts, type CurrentUser } from '#modules/accounts/index'
import { AnswerQuotes, type QuotedMessage } from '#modules/chat/index'
import { Gallery, ModeratedGallery, ProfileTexts, type CharacterDetails } from '#modules/gallery/index'
import { ModeratedPictures } from '#modules/imagegen/index'
import { uploadedPictureAddress } from '#modules/imagegen/api'
import { isId, nilUuid } from '#modules/kernel/ids'
import { limits, type Snapshot, type Thing } from '../api.ts'
import { characterSnapshot, snapshotOf } from './domain/snapshots.ts'

/** A thing as it is now. */
export interface FoundThing {
  snapshot: Snapshot
  /** Null when the account is deleted. */
  authorId: string | null
  characterId: string | null
}

/** Snapshots have all texts, whatever the reporter may read. */
const reader = { id: nilUuid, isAdmin: true, limitlessEnabled: true }

/** The names of the fields of profiles. */
const profileLabels: Record<string, string> = { about: 'About', links: 'Link' }

/** Finds what users report, if they may see it. */
@inject()
export class Things {
  constructor(
    private readonly accounts: Accounts,
    private readonly gallery: Gallery,
    private readonly comments: ModeratedGallery,
    private readonly pictures: ModeratedPictures,
    private readonly answers: AnswerQuotes,
    private readonly profileTexts: ProfileTexts
  ) {}

  /** Returns null for an unknown thing, and for one that the user may not see. */
  async find(user: CurrentUser, { kind, id }: Thing, messageIds: readonly string[]): Promise<FoundThing | null> {
    if (kind === 'picture') return this.#picture(id)
    if (!isId(id) || kind === 'notice') return null
    switch (kind) {
      case 'character':
        return this.#character(user, id)
      case 'comment':
        return this.#comment(user, id)
      case 'profile':
        return this.#profile(id)
      case 'answer':
        return this.#answer(user, id, messageIds)
    }
  }

  /** Finds the thing of a notice, whatever its sender may see. */
  async findAny({ kind, id }: Thing): Promise<FoundThing | null> {
    if (kind === 'picture') return this.#picture(id)
    const character = kind === 'character' ? await this.gallery.findDetails(id, reader) : null
    return character && { snapshot: characterSnapshot(character), authorId: character.createdBy, characterId: id }
  }

  /** Returns the messages that a report of an answer can quote. Null if the user has no such answer. */
  async quotes(userId: string, messageId: string) {
    const { quotesBefore: before, snapshotTextMax: charactersMax } = limits
    return this.answers.read(userId, messageId, { before, charactersMax })
  }

  async #character(user: CurrentUser, id: string): Promise<FoundThing | null> {
    const character = await this.#details(user, id)
    return character && { snapshot: characterSnapshot(character), authorId: character.createdBy, characterId: id }
  }

  async #comment(user: CurrentUser, id: string): Promise<FoundThing | null> {
    const comment = await this.comments.findComment(id)
    const view = comment && (await this.gallery.find(comment.characterId, user))
    if (!comment || view?.kind !== 'visible') return null
    const title = `Comment on ${view.character.name}`
    const snapshot = snapshotOf({ title, texts: [{ label: 'Comment', text: comment.content }] })
    return { snapshot, authorId: comment.authorId, characterId: comment.characterId }
  }

  async #picture(hash: string): Promise<FoundThing | null> {
    const picture = await this.pictures.find(hash)
    const snapshot = snapshotOf({ title: 'Picture', picture: uploadedPictureAddress(hash) })
    return picture && { snapshot, authorId: picture.ownerId, characterId: null }
  }

  async #profile(userId: string): Promise<FoundThing | null> {
    // The built-in account has no profile.
    if (!(await this.accounts.person(userId))) return null
    const profile = (await this.accounts.profiles([userId])).get(userId)
    if (!profile) return null
    const { username, firstName, profileImageUrl: picture } = profile
    const texts = [
      { label: 'First name', text: firstName },
      { label: 'Username', text: username },
      ...(await this.profileTexts.read(userId)).map(({ field, text }) => ({
        label: profileLabels[field] ?? field,
        text,
      })),
    ]
    return { snapshot: snapshotOf({ title: publicName(profile), picture, texts }), authorId: userId, characterId: null }
  }

  async #answer(user: CurrentUser, id: string, messageIds: readonly string[]): Promise<FoundThing | null> {
    const found = await this.quotes(user.id, id)
    if (!found) return null
    const { characterId } = found
    const character = await this.gallery.findDetails(characterId, reader)
    const name = character?.name ?? 'a deleted character'
    const quoted = found.messages.filter((message) => message.id === id || messageIds.includes(message.id))
    const texts = quoted.map((message) => ({ label: authorOf(message) ?? name, text: message.content }))
    const snapshot = snapshotOf({ title: `Answer of ${name}`, isAdult: character?.isNsfw, texts })
    return { snapshot, authorId: character?.createdBy ?? null, characterId }
  }

  async #details(user: CurrentUser, id: string): Promise<CharacterDetails | null> {
    // Users may also report what is behind the adult gate.
    return (await this.gallery.find(id, user)) && this.gallery.findDetails(id, reader)
  }
}

/** Returns the name of a message's author. Null for the chat's character. */
export const authorOf = ({ isUser, speaker }: QuotedMessage): string | null => speaker ?? (isUser ? 'User' : null)
