import type { CharacterSheet } from '#modules/gallery/index'
import { charNameOf, historyOf } from '../../prompts/index.ts'
import type { FullContext, GroupMember } from './begin_context.ts'
import { chooseSpeaker } from './choose_speaker.ts'
import type { ReplyRequest } from './reply_request.ts'

export type PresentMember = GroupMember & { sheet: CharacterSheet }

const isVisible = (member: GroupMember): member is PresentMember => member.sheet !== null && member.sight === 'visible'

/** Returns the members of a group that the user can still see. */
export const presentMembers = ({ members }: FullContext): PresentMember[] =>
  (members ?? []).filter((member) => !member.is_removed).filter(isVisible)

/** Returns the character of a group that a reply is for. Null if the chosen one can't speak, all are muted, or the user decides. */
export const speakerOf = (
  request: Pick<ReplyRequest, 'kind' | 'content' | 'speakerId' | 'talk'>,
  context: FullContext,
  seed: string
): PresentMember | null => {
  const present = presentMembers(context)
  switch (request.kind) {
    case 'reply':
      return nextSpeaker(request, context, present, seed)
    case 'impersonate':
    case 'suggest':
      return present.find(({ id }) => id === context.last_speaker_id) ?? present[0] ?? null
    default:
      // The writer of the answer may have left the group.
      return (context.members ?? []).filter(isVisible).find(({ id }) => id === context.answer_speaker_id) ?? null
  }
}

const nextSpeaker = (
  { content, speakerId, talk }: Pick<ReplyRequest, 'content' | 'speakerId' | 'talk'>,
  context: FullContext,
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
      mode: talk && context.mode === 'manual' ? 'natural' : context.mode!,
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
