import { historyOf } from '../../prompts/history_columns.ts'
import { chooseSpeaker } from './choose_speaker.ts'
import type { GroupContext, GroupMemberContext } from './group_context.ts'
import { charNameOf } from '../../prompts/group_prompt.ts'

export type PresentMember = GroupMemberContext & { sheet: NonNullable<GroupMemberContext['sheet']> }

/** Returns the members that the user can still see. */
export const presentMembers = ({ members }: GroupContext): PresentMember[] =>
  (members ?? []).filter((member): member is PresentMember => member.sheet !== null && member.sight === 'visible')

interface Turn {
  content: string | null
  speakerId: string | null
  /** The talk of the turn. In a talk, the user doesn't choose the speaker. */
  talk?: unknown
}

/** Returns the character that speaks next. Null if the chosen character can't, all characters are muted, or the user decides. */
export const nextSpeaker = (
  { content, speakerId, talk }: Turn,
  context: GroupContext,
  present: readonly PresentMember[],
  seed: string
): PresentMember | null => {
  const find = (id: string | null) => present.find((member) => member.id === id) ?? null
  if (speakerId) return find(speakerId)
  // A repeated request keeps the speaker of the reply that failed or whose answer was deleted.
  const before = find(context.reply_speaker_id)
  if (before) return before
  const newest = historyOf(context).at(-1)
  return find(
    chooseSpeaker({
      mode: talk && context.mode === 'manual' ? 'natural' : context.mode,
      members: present.map(({ id, is_muted: isMuted, talkativeness, sheet }) => {
        return { id, isMuted, talkativeness, names: [sheet.name, charNameOf(sheet)] }
      }),
      order: (context.members ?? []).map((member) => member.id),
      last:
        content !== null
          ? { characterId: null, content }
          : newest
            ? { characterId: newest.characterId ?? null, content: newest.content }
            : null,
      lastSpeaker: context.last_speaker_id,
      seed,
    })
  )
}
