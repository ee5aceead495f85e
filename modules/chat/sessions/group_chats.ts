import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { UserEvents } from '#modules/realtime/index'
import { CreatedChats, type StoredMember, readGreetings, readGroupMembers } from '../replies/index.ts'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery, type CharacterView } from '#modules/gallery/index'
import { waitForLock } from '#modules/kernel/locks'
import { inSlices } from '#modules/kernel/steps'
import { limits } from '../limits.ts'
import type { GroupChatData, GroupMember } from './api.ts'
import { chatUserEvent, type GroupMode } from '../replies/api.ts'
import { Talkativeness } from './ports.ts'
import { groupGreetingsOf, storeGroupGreetings, type GreetingMember } from './group_greetings.ts'
import { ChatPages, OpeningPace, pageStatements, type ChatPage } from './chat_page.ts'

interface GroupRow {
  mode: GroupMode
  speaker_id: string | null
  talk: GroupChatData['talk'] | null
}

/** The talkativeness of characters whose card doesn't set it. */
const usualTalkativeness = 0.5
/** A process may die between two turns. After this time, its talk counts as over. */
const pauseMaxSeconds = 10

const readGroup = pageStatements(
  'chat_read_group',
  `SELECT id FROM chat_sessions WHERE user_id = $1 AND id = $3::uuid AND character_id IS NULL AND deleted_at IS NULL AND $2::uuid IS NULL`
)

export interface CreateGroupInput {
  user: CurrentUser
  /** Distinct ids, in the order of the turns. */
  characterIds: readonly string[]
  title: string | null
}

export interface ChangeGroupInput {
  user: CurrentUser
  sessionId: string
  mode?: GroupMode
  /** The members from now on, in the order of their turns. Distinct ids. */
  characterIds?: readonly string[]
  /** The members that don't speak by themselves. All other members do. */
  mutedIds?: readonly string[]
  /** The new values, by the ids of the members. Other members keep their values. */
  talkativeness?: Readonly<Record<string, number>>
}

/** `too_many`: more present and former characters than a group may have. */
export type GroupRefusal = 'no_such_chat' | 'unknown_character' | 'adult_gate' | 'too_many'

/** Creates, opens and changes chats with several characters. */
@inject()
export class GroupChats {
  constructor(
    private readonly db: Database,
    private readonly events: UserEvents,
    private readonly gallery: Gallery,
    private readonly talkativeness: Talkativeness,
    private readonly pace: OpeningPace,
    private readonly pages: ChatPages,
    private readonly created: CreatedChats
  ) {}

  /**
   * Creates a group chat, which begins with the greetings of its characters. The new group counts as one imported message. So it is in
   * the lists from the start, but not in statistics.
   */
  async create({
    user,
    characterIds,
    title,
  }: CreateGroupInput): Promise<
    GroupChatData | 'unknown_character' | 'adult_gate' | 'too_many' | { waitSeconds: number }
  > {
    const { db, events } = this
    const waitSeconds = await this.pace.count(user.id)
    if (waitSeconds !== null) return { waitSeconds }
    const views = await this.gallery.findMany(characterIds, user)
    const members = characterIds.map((id) => views.get(id))
    if (!members.every((view) => view !== undefined)) return 'unknown_character'
    if (members.some(({ kind }) => kind === 'adult_gate')) return 'adult_gate'
    const offered = await Promise.all(members.map((view) => this.#greetingsOf(view, user)))
    const greetings = await inSlices(user.id, groupGreetingsOf(offered))
    const shares = await this.talkativeness.of(characterIds)
    const sessionId = await db.transaction(async (trx) => {
      // Serializes the user's requests, so that they can't exceed the limit together.
      await waitForLock(trx, `chat.groups ${user.id}`)
      const { rows: counted } = await trx.rawQuery<{ rows: { count: number }[] }>(
        `SELECT count(*)::int AS count FROM chat_sessions
         WHERE user_id = ?::uuid AND character_id IS NULL AND deleted_at IS NULL AND messages_written > 0`,
        [user.id]
      )
      if (counted[0]!.count >= limits.groupsMax) return null
      const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
        `INSERT INTO chat_sessions (user_id, title, next_position, messages_written, messages_imported)
         VALUES (?::uuid, ?, ?::integer, 1, 1) RETURNING id`,
        [user.id, title, greetings.length] as never
      )
      const { id } = rows[0]!
      await trx.rawQuery('INSERT INTO chat_groups (user_id, chat_session_id) VALUES (?::uuid, ?::uuid)', [user.id, id])
      await insertMembers(
        trx,
        { userId: user.id, sessionId: id },
        members.map((view, at) => chosenMember(characterIds[at]!, view, shares))
      )
      await storeGroupGreetings(trx, { userId: user.id, sessionId: id }, greetings)
      return id
    })
    if (!sessionId) return 'too_many'
    this.created.report({ userId: user.id, sessionId, characterId: null })
    events.publish(user.id, chatUserEvent(sessionId, 'settings_changed'))
    const group = await this.open({ user, sessionId, page: { kind: 'newest' } })
    if (typeof group === 'string') throw new Error(`The group ${sessionId} is gone.`)
    return group
  }

  async open({
    user,
    sessionId,
    page,
  }: {
    user: CurrentUser
    sessionId: string
    page: ChatPage
  }): Promise<GroupChatData | 'no_such_chat' | 'adult_gate'> {
    const { db } = this
    const messageId = 'messageId' in page ? page.messageId : null
    const [chat] = await readGroup[page.kind](db.connection(), [user.id, null, sessionId, messageId])
    if (!chat) return 'no_such_chat'
    const [{ rows }, members] = await Promise.all([
      db.rawQuery<{ rows: GroupRow[] }>(
        `SELECT mode, (SELECT character_id FROM replies WHERE user_id = :userId::uuid AND id = :replyId::uuid) AS speaker_id,
           CASE WHEN talk_id IS NOT NULL AND (:isReplying::boolean OR turns_left > 0 AND (
             SELECT created_at FROM chat_messages
             WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid ORDER BY position DESC LIMIT 1
           ) > now() - INTERVAL '${pauseMaxSeconds} seconds') THEN json_build_object('turns', talk_turns, 'turnsLeft', turns_left) END AS talk
         FROM chat_groups WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid`,
        {
          userId: user.id,
          sessionId,
          replyId: chat.reply?.id ?? null,
          isReplying: chat.reply?.kind === 'reply',
        } as never
      ),
      readGroupMembers(db, user.id, [sessionId]),
    ])
    const [group] = rows
    if (!group) return 'no_such_chat'
    const views = await this.gallery.findMany(
      members.map(({ character_id: id }) => id),
      user
    )
    if ([...views.values()].some(({ kind }) => kind === 'adult_gate')) return 'adult_gate'
    const former = members.flatMap(({ character_id: id, is_removed: isRemoved }) =>
      isRemoved ? (views.get(id)?.character ?? []) : []
    )
    return {
      ...(await this.pages.show(user, chat)),
      mode: group.mode,
      ...(group.talk ? { talk: group.talk } : {}),
      characters: await Promise.all(
        members
          .filter(({ is_removed: isRemoved }) => !isRemoved)
          .map((member) => this.#toMember(member, views.get(member.character_id)))
      ),
      ...(former.length > 0 ? { former } : {}),
      replyUnderWay: chat.reply && group.speaker_id ? { ...chat.reply, characterId: group.speaker_id } : null,
    }
  }

  /**
   * Changes a group. Ignores `mutedIds` and `talkativeness` of other characters. The same change a second time does nothing. Removed members
   * keep their messages, and a running reply goes on.
   */
  async change({
    user,
    sessionId,
    mode,
    characterIds,
    mutedIds,
    talkativeness,
  }: ChangeGroupInput): Promise<'changed' | GroupRefusal> {
    const { db, events } = this
    const chosen = characterIds && (await this.#readChosen(user, characterIds))
    const outcome = await db.transaction(async (trx): Promise<'changed' | GroupRefusal> => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        `SELECT FROM chat_groups WHERE user_id = :userId::uuid AND chat_session_id = (
           SELECT id FROM chat_sessions WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND deleted_at IS NULL
         ) FOR UPDATE`,
        { userId: user.id, sessionId }
      )
      if (rows.length === 0) return 'no_such_chat'
      const refusal = chosen && (await setMembers(trx, user.id, sessionId, chosen))
      if (refusal) return refusal
      if (mode)
        await trx.rawQuery('UPDATE chat_groups SET mode = ? WHERE user_id = ?::uuid AND chat_session_id = ?::uuid', [
          mode,
          user.id,
          sessionId,
        ])
      if (mutedIds)
        await trx.rawQuery(
          `UPDATE chat_group_members SET is_muted = character_id = ANY (?::uuid[])
           WHERE user_id = ?::uuid AND chat_session_id = ?::uuid`,
          [[...mutedIds], user.id, sessionId]
        )
      if (talkativeness)
        await trx.rawQuery(
          `UPDATE chat_group_members SET talkativeness = (:values::jsonb ->> character_id::text)::real
           WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid
             AND :values::jsonb ->> character_id::text IS NOT NULL`,
          { userId: user.id, sessionId, values: JSON.stringify(talkativeness) }
        )
      return 'changed'
    })
    if (outcome === 'changed') events.publish(user.id, chatUserEvent(sessionId, 'settings_changed'))
    return outcome
  }

  async #readChosen(user: CurrentUser, characterIds: readonly string[]): Promise<ChosenMember[]> {
    const [views, shares] = await Promise.all([
      this.gallery.findMany(characterIds, user),
      this.talkativeness.of(characterIds),
    ])
    return characterIds.map((id) => chosenMember(id, views.get(id), shares))
  }

  /** Reads the greetings of a character, those for groups first. */
  async #greetingsOf({ character, version }: CharacterView, user: CurrentUser): Promise<GreetingMember> {
    const details = await this.gallery.findDetails(character.id, user)
    const others = await readGreetings(this.db.connection(), character.id, version.number)
    const greetings = [...(details?.groupGreetings ?? []), ...others]
    return { id: character.id, char: version.char, greetings }
  }

  async #toMember(
    { character_id: id, character_version: version, is_muted: isMuted, talkativeness }: StoredMember,
    view: CharacterView | undefined
  ): Promise<GroupMember> {
    if (!view) return { id, char: null, character: null, isMuted, talkativeness, version: null }
    const { number: newest } = view.version
    return {
      id,
      char: await this.gallery.charOf(view, version),
      character: view.character,
      isMuted,
      talkativeness,
      version: { number: version ?? newest, newest },
    }
  }
}

interface ChosenMember {
  id: string
  /** Undefined if the user may not see the character. */
  view: CharacterView | undefined
  talkativeness: number
}

/** Sets the members of a group whose row is locked. Members that stay aren't checked, because users may keep those that were deleted. */
const setMembers = async (
  trx: TransactionClientContract,
  userId: string,
  sessionId: string,
  chosen: readonly ChosenMember[]
): Promise<GroupRefusal | null> => {
  const known = await readGroupMembers(trx, userId, [sessionId])
  const present = new Set(known.filter((member) => !member.is_removed).map((member) => member.character_id))
  const kinds = chosen.filter(({ id }) => !present.has(id)).map(({ view }) => view?.kind)
  if (kinds.includes(undefined)) return 'unknown_character'
  if (kinds.includes('adult_gate')) return 'adult_gate'
  const ids = chosen.map(({ id }) => id)
  if (new Set([...known.map((member) => member.character_id), ...ids]).size > limits.groupMembersEverMax)
    return 'too_many'
  await trx.rawQuery(
    `UPDATE chat_group_members SET removed_at = now()
     WHERE user_id = ?::uuid AND chat_session_id = ?::uuid AND removed_at IS NULL AND character_id <> ALL (?::uuid[])`,
    [userId, sessionId, ids]
  )
  await insertMembers(trx, { userId, sessionId }, chosen)
  return null
}

const chosenMember = (
  id: string,
  view: CharacterView | undefined,
  shares: ReadonlyMap<string, number>
): ChosenMember => ({ id, view, talkativeness: shares.get(id) ?? usualTalkativeness })

/** Inserts the members in their order, or moves those that the group has already. */
const insertMembers = (
  trx: TransactionClientContract,
  group: { userId: string; sessionId: string },
  chosen: readonly ChosenMember[]
) =>
  trx.rawQuery(
    `INSERT INTO chat_group_members (user_id, chat_session_id, character_id, position, character_version, talkativeness)
     SELECT :userId::uuid, :sessionId::uuid, character_id, place - 1, version, talkativeness
     FROM unnest(:ids::uuid[], :versions::integer[], :shares::real[])
       WITH ORDINALITY AS chosen (character_id, version, talkativeness, place)
     ON CONFLICT (user_id, chat_session_id, character_id) DO UPDATE SET position = excluded.position, removed_at = NULL`,
    {
      ...group,
      ids: chosen.map(({ id }) => id),
      versions: chosen.map(({ view }) => view?.version.number ?? null),
      shares: chosen.map(({ talkativeness }) => talkativeness),
    } as never
  )
