import { parseMessage, plainText } from '#modules/gallery/api'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { browser } from '#web/lib/browser'
import { toast, toastFailure } from '#web/lib/toasts'
import { beginInBranch, type BranchReply } from './api/begin_in_branch.ts'
import { branchChat } from './api/branch_chat.ts'
import { refreshChatLists } from './chat_lists.ts'
import type { MessageActions } from './message_actions.ts'
import { reportFailure } from './reply/report_failure.ts'
import { shownText, type ChatNames } from './shown_text.ts'
import type { ChatDialogsState } from './use_chat_dialogs.ts'
import type { ChatPage } from './use_chat_page.ts'
import { usePinMessage } from './use_pin_message.ts'

const copy = (text: string) =>
  void browser.copy(text).then(
    () => toast('Copied'),
    () => toastFailure('Error', 'Failed to copy message')
  )

interface MessageActionsOptions {
  page: ChatPage
  dialogs: ChatDialogsState
  names: ChatNames
  addressOf: (sessionId: string) => string
}

/** Returns the actions on the messages of a chat or a group. */
export function useMessageActions({ page, dialogs, names, addressOf }: MessageActionsOptions): MessageActions {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isBranching = useRef(false)
  const {
    conversation,
    phase,
    models,
    model,
    canAfford,
    modelChange,
    session,
    changeSession,
    refreshContext,
    markChanged,
  } = page
  const { store, edits } = conversation
  const pinMessage = usePinMessage({
    session,
    onSession(next) {
      changeSession(next)
      refreshContext()
    },
  })
  const openBranch = (sessionId: string) => {
    markChanged()
    void refreshChatLists(queryClient)
    void navigate(addressOf(sessionId))
  }
  const editAndReply = async (key: string, content: string, tier: string): Promise<boolean> => {
    const { keys, lastAnswer } = store.snapshot()
    const item = store.item(key)
    if (!item?.id) return false
    const later = keys
      .slice(keys.indexOf(key) + 1)
      .map((each) => store.item(each)!)
      .filter(({ id }) => id !== null)
    const isUnanswered = later.length === 0 && item.clientMessageId !== null
    const isAnsweredLast = later.length === 1 && later[0]!.key === lastAnswer && !later[0]!.isHidden
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
  const replyInBranch = async ({ messageId, ...reply }: BranchReply & { messageId: string }): Promise<boolean> => {
    try {
      const branch = await branchChat(session.id, messageId)
      const place = typeof conversation.place === 'string' ? conversation.place : { groupId: branch.id }
      // The branch exists by now, so it opens even if the reply can't begin.
      await beginInBranch(place, branch.id, reply).catch((error) => reportFailure(error, 'Failed to request a reply'))
      openBranch(branch.id)
      return true
    } catch (error) {
      reportFailure(error, 'Failed to branch this chat')
      return false
    }
  }
  return useStableActions({
    retry(key) {
      if (phase === 'idle' && model && canAfford(model))
        modelChange.begin(model, () => conversation.retry(key, model.tier))
    },
    cancel(key) {
      const text = conversation.cancelWaiting(key)
      if (text !== null) page.putBack(text)
      page.field.current?.focus()
    },
    reroll(tier, nudge) {
      const chosen = tier === undefined ? model : models.find((model) => model.tier === tier)
      if (phase !== 'idle' || !chosen || !canAfford(chosen)) return
      modelChange.begin(chosen, () => {
        markChanged()
        conversation.reroll(chosen.tier, nudge)
      })
    },
    askNudge: () => dialogs.setNudging(true),
    continueAnswer() {
      if (phase !== 'idle' || !model || !canAfford(model)) return
      modelChange.begin(model, () => {
        markChanged()
        conversation.continueAnswer(model.tier)
      })
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
      if (phase !== 'idle' || !model || !canAfford(model)) return false
      return new Promise((resolve) =>
        modelChange.begin(
          model,
          () => resolve(editAndReply(key, content, model.tier)),
          () => resolve(false)
        )
      )
    },
    delete: (key) => void edits.delete(key),
    hide: (key, isHidden) => void edits.hide(key, isHidden),
    pin(key) {
      const item = store.item(key)
      if (item) pinMessage(shownText(item, names))
    },
    savePicture: dialogs.setExcerptKey,
    showDetails: dialogs.setDetailsKey,
    showPrompt: dialogs.setPromptKey,
    rewind: (key) => void edits.rewind(key),
    branch(key) {
      const id = store.item(key)?.id
      if (!id || isBranching.current) return
      isBranching.current = true
      branchChat(session.id, id)
        .then(
          (branch) => openBranch(branch.id),
          (error) => reportFailure(error, 'Failed to branch this chat')
        )
        .finally(() => (isBranching.current = false))
    },
  })
}

/** Returns an object that never changes and calls the latest actions, so that a new balance doesn't render every message. */
function useStableActions(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<MessageActions>(() => ({
    retry: (key) => latest.current.retry(key),
    cancel: (key) => latest.current.cancel(key),
    reroll: (tier, nudge) => latest.current.reroll(tier, nudge),
    askNudge: () => latest.current.askNudge(),
    continueAnswer: () => latest.current.continueAnswer(),
    choose: (key, index) => latest.current.choose(key, index),
    turn: (step) => latest.current.turn(step),
    copy: (text) => latest.current.copy(text),
    copySource: (key) => latest.current.copySource(key),
    edit: (key, content) => latest.current.edit(key, content),
    editAndReply: (key, content) => latest.current.editAndReply(key, content),
    delete: (key) => latest.current.delete(key),
    hide: (key, isHidden) => latest.current.hide(key, isHidden),
    pin: (key) => latest.current.pin(key),
    savePicture: (key) => latest.current.savePicture(key),
    showDetails: (key) => latest.current.showDetails(key),
    showPrompt: (key) => latest.current.showPrompt(key),
    branch: (key) => latest.current.branch(key),
    rewind: (key) => latest.current.rewind(key),
  }))
  return stable
}
