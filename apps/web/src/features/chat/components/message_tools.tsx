import GitBranch from 'lucide-react/icons/git-branch'
import History from 'lucide-react/icons/history'
import ImageDown from 'lucide-react/icons/image-down'
import Pin from 'lucide-react/icons/pin'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ReactNode } from 'react'
import type { MessageActions } from '../message_actions.ts'

interface MessageTool {
  label: string
  icon: ReactNode
  run: () => void
}

/** The tools of a saved message between editing and deleting it, for each of its menus. */
export const furtherTools = (key: string, actions: MessageActions, isAnswer: boolean): MessageTool[] => [
  { label: 'Pin', icon: <Pin />, run: () => actions.pin(key) },
  { label: 'Save as picture', icon: <ImageDown />, run: () => actions.savePicture(key) },
  { label: 'Branch from here', icon: <GitBranch />, run: () => actions.branch(key) },
  { label: 'Rewind to here', icon: <History />, run: () => actions.rewind(key) },
  ...(isAnswer ? [{ label: 'What it was told', icon: <ScrollText />, run: () => actions.showPrompt(key) }] : []),
]
