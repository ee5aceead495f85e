import type { ChatSession } from '#modules/chat/api'
import { branchChat } from '#modules/chat/calls'
import { parseMessage, plainText } from '#modules/gallery/api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { callServer } from '#web/lib/api_client'
import { browser } from '#web/lib/browser'
import { toast, toastFailure } from '#web/lib/toasts'
import { useLatest, useStable } from '#web/lib/use_latest'
import { beginInBranch, type BranchReply } from './begin_in_branch.ts'
import { refreshChatLists } from './chat_lists.ts'
import type { MessageActions } from './message_actions.ts'
import { gapKey } from './reply/message_store.ts'
import { attempt } from './reply/report_failure.ts'
import { chatAddress } from '#web/components/shared/shown_character'
import { shownText, type ChatNames } from './shown_text.ts'
import type { ChatDialogsState } from './use_chat_dialogs.ts'
import type { ChatPage } from './use_chat_page.ts'
import { readAloud } from './voice/voice_request.ts'

const copy = (text: string) =>
  void browser.copy(text).then(
    () => toast('Copied'),
    () => toastFailure('Error', 'Failed to copy message')
  )

interface MessageActionsOptions {
  page: ChatPage
  dialogs: ChatDialogsState
  names: ChatNames
}

/** Returns the actions on the messages of a chat or a group. */
export function useMessageActions({ page, dialogs, names }: MessageActionsOptions): MessageActions {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isBranching = useRef(false)
  const { place, conversation, phase, choice, begin, session, changeSession, refreshContext, markChanged } = page
  const { store, edits } = conversation
  const pinning = useLatest({
    session,
    onSession(next: ChatSession) {
      changeSession(next)
      refreshContext()
    },
  })
  const branchAt = (messageId: string) => callServer(branchChat, { params: { id: session.id }, body: { messageId } })
  const openBranch = (sessionId: string) => {
    markChanged()
    void refreshChatLists(queryClient)
    const characterId = typeof place === 'string' ? place : null
    void navigate(chatAddress({ id: sessionId, characterId }))
  }
  const editAndReply = async (key: string, content: string, tier: string): Promise<boolean> => {
    const { keys, lastAnswer } = store.snapshot()
    const item = store.item(key)
    if (!item?.id) return false
    const laterKeys = keys.slice(keys.indexOf(key) + 1)
    const hasGap = laterKeys.includes(gapKey)
    const later = laterKeys.flatMap((each) => store.item(each) ?? []).filter(({ id }) => id !== null)
    const isUnanswered = later.length === 0 && !hasGap && item.clientMessageId !== null
    const isAnsweredLast = later.length === 1 && !hasGap && later[0]!.key === lastAnswer && !later[0]!.isHidden
    if (!isUnanswered && !isAnsweredLast) {
      const speakerId = later.find(({ isUser }) => !isUser)?.characterId ?? undefined
      return replyInBranch({ messageId: item.id, content, tier, speakerId })
    }
    if (content !== item.content && !(await edits.edit(key, content, { isQuiet: true }))) return false
    markChanged()
    if (isAnsweredLast) conversation.reroll(tier)
    else conversation.retry(key, tier)
    return true
  }
  const replyInBranch = ({ messageId, ...reply }: BranchReply & { messageId: string }) =>
    attempt('Failed to branch this chat', async () => {
      const branch = await branchAt(messageId)
      const target = typeof place === 'string' ? place : { groupId: branch.id }
      // The branch exists by now, so it opens even if the reply can't begin.
      await attempt('Failed to request a reply', () => beginInBranch(target, branch.id, reply))
      openBranch(branch.id)
    })
  return useStable<MessageActions>({
    retry(key) {
      if (phase === 'idle') begin((tier) => conversation.retry(key, tier))
    },
    cancel(key) {
      const text = conversation.cancelWaiting(key)
      if (text !== null) page.putBack(text)
      page.field.current?.focus()
    },
    reroll(tier, nudge) {
      const chosen = tier === undefined ? choice.model : choice.models.find((model) => model.tier === tier)
      if (phase === 'idle' && chosen) begin((tier) => conversation.reroll(tier, nudge), chosen)
    },
    askNudge: () => dialogs.set({ isNudging: true }),
    continueAnswer() {
      if (phase === 'idle') begin((tier) => conversation.continueAnswer(tier))
    },
    choose: (key, index) => edits.choose(key, index),
    turn(step) {
      const { lastAnswer } = store.snapshot()
      const item = lastAnswer === null ? undefined : store.item(lastAnswer)
      if (item && phase === 'idle') edits.choose(item.key, item.selected + step)
    },
    copy: (text) => copy(plainText(parseMessage(text), { hasSpoilers: true })),
    copySource: (key) => copy(store.item(key)?.content ?? ''),
    edit: (key, content) => edits.edit(key, content),
    async editAndReply(key, content) {
      if (phase !== 'idle') return false
      return new Promise((resolve) =>
        begin(
          (tier) => resolve(editAndReply(key, content, tier)),
          choice.model,
          () => resolve(false)
        )
      )
    },
    delete: (key) => void edits.delete(key),
    hide: (key, isHidden) => void edits.hide(key, isHidden),
    readAloud,
    pin(key) {
      const item = store.item(key)
      if (item)
        void attempt('Failed to pin the message', async () => {
          const { pinMessage } = await import('./pin_message.ts')
          await pinMessage(shownText(item, names), pinning)
        })
    },
    savePicture: (excerptKey) => dialogs.set({ excerptKey }),
    showDetails: (detailsKey) => dialogs.set({ detailsKey }),
    showPrompt: (promptKey) => dialogs.set({ promptKey }),
    drawMoment: (momentKey) => dialogs.set({ momentKey }),
    report: (reportKey) => dialogs.set({ reportKey }),
    rewind: (key) => void edits.rewind(key),
    branch(key) {
      const id = store.item(key)?.id
      if (!id || isBranching.current) return
      isBranching.current = true
      void attempt('Failed to branch this chat', async () => openBranch((await branchAt(id)).id)).finally(
        () => (isBranching.current = false)
      )
    },
  })
}
