import { useEffect, useRef, useState } from 'react'
import type { MessageActions } from './message_actions.ts'

/** An object that never changes and calls the latest actions, so that a new balance doesn't render every message. */
export function useStableActions(actions: MessageActions): MessageActions {
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
    edit: (key, content) => latest.current.edit(key, content),
    delete: (key) => latest.current.delete(key),
    pin: (key) => latest.current.pin(key),
    savePicture: (key) => latest.current.savePicture(key),
    showPrompt: (key) => latest.current.showPrompt(key),
    branch: (key) => latest.current.branch(key),
    rewind: (key) => latest.current.rewind(key),
  }))
  return stable
}
