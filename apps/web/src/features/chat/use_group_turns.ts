import type { GroupMode } from '#modules/chat/api'
import { changeGroup, endTalk, type GroupChange } from '#modules/chat/calls'
import { useEffect, useMemo, useState } from 'react'
import { useLiveEvents } from '#web/components/shared/live_events'
import { showAlert } from '#web/lib/alerts'
import { callServer } from '#web/lib/api_client'
import { stopReply } from './chat_calls.ts'
import type { GroupData } from './chat_query.ts'
import { attempt, reportFailure } from './reply/report_failure.ts'
import { shownCharacter, type ShownCharacter } from '#web/components/shared/shown_character'
import type { ChatPage } from './use_chat_page.ts'

export type GroupTurns = NonNullable<ReturnType<typeof useGroupTurns>>

export const noMembers: ReadonlyMap<string, ShownCharacter> = new Map()

/** Returns the members of a group chat and what decides who speaks next; null in a chat with one character. */
export function useGroupTurns(page: ChatPage, data: GroupData | null) {
  const { place, conversation, refreshContext, lastReread } = page
  const id = conversation.sessionId
  // The changes by this page since the chat was read. The cached chat isn't changed, because its messages may be out of date.
  const [changed, setChanged] = useState<{ since: GroupData } & Partial<GroupData>>()
  // A talk that this page has started; undefined again once the chat has been read again.
  const [begunTalk, setBegunTalk] = useState<GroupData['talk']>()
  useEffect(() => {
    const forget = () => setBegunTalk((now) => (now === begunTalk ? undefined : now))
    // The query shows its new data in the next task.
    void lastReread?.finally(() => setTimeout(forget))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- forgets a talk that began before the read
  }, [lastReread])
  useLiveEvents((event) => {
    if (event.type === 'chat' && event.what === 'talk_denied' && event.sessionId === id)
      showAlert(
        'They stopped talking',
        'You don’t have enough rubies for another reply. Get some in the ruby shop, or choose a cheaper model.'
      )
  })
  const { characters: members, mode } = { ...data, ...(changed?.since === data && changed) }
  const shown = useMemo(
    () =>
      members
        ? new Map([
            ...members.map(({ id, character }) => [id, shownCharacter({ character })] as const),
            ...(data?.former ?? []).map((character) => [character.id, shownCharacter({ character })] as const),
          ])
        : noMembers,
    [members, data?.former]
  )
  if (!data || !members || !mode) return null

  const change = (change: GroupChange, shownAs: Partial<GroupData>) => {
    setChanged((before) => ({ ...(before?.since === data && before), ...shownAs, since: data }))
    // The next speaker may now be another character, which changes the context.
    callServer(changeGroup, { params: { id }, body: change }).then(refreshContext, (error) => {
      setChanged(changed)
      reportFailure(error, 'Failed to change the group')
    })
  }
  const talk = begunTalk ?? data.talk
  return {
    members,
    /** The members and former members, by their ids. */
    shown,
    mode,
    /** The turns that the characters take by themselves; undefined without such turns. */
    talk: talk && { ...talk, progress: `${talk.turns - talk.turnsLeft} of ${talk.turns}` },
    isFree: page.phase === 'idle' && !talk && !page.isWriting,
    changeMode: (mode: GroupMode) => change({ mode }, { mode }),
    mute(id: string, isMuted: boolean) {
      const characters = members.map((member) => (member.id === id ? { ...member, isMuted } : member))
      const muted = characters.filter((member) => member.isMuted).map((member) => member.id)
      change({ muted }, { characters })
    },
    startTalk(turns: number, tier: string) {
      setBegunTalk({ turns, turnsLeft: turns - 1 })
      conversation.letTalk(turns, tier)
    },
    endTalk() {
      if (!talk) return
      void attempt('Failed to end the talk', () => callServer(endTalk, { params: { id } }))
    },
    /** Stops a talk between two turns, when no reply is running. */
    stopTalk: () => void attempt('Failed to stop the talk', () => stopReply(place, id)),
  }
}
