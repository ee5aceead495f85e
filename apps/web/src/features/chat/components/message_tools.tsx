import Code from 'lucide-react/icons/code'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import GitBranch from 'lucide-react/icons/git-branch'
import History from 'lucide-react/icons/history'
import ImageDown from 'lucide-react/icons/image-down'
import Info from 'lucide-react/icons/info'
import Pin from 'lucide-react/icons/pin'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { ReactNode } from 'react'
import type { MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'

interface MessageTool {
  label: string
  icon: ReactNode
  run: () => void
}

/** The tools of a saved message between editing and deleting it, for each of its menus. */
export const furtherTools = (
  { key, isUser, isHidden, model }: Pick<ChatItem, 'key' | 'isUser' | 'isHidden' | 'model'>,
  actions: MessageActions
): MessageTool[] => [
  { label: 'Copy as written', icon: <Code />, run: () => actions.copySource(key) },
  { label: 'Pin', icon: <Pin />, run: () => actions.pin(key) },
  isHidden
    ? { label: 'Show to the model', icon: <Eye />, run: () => actions.hide(key, false) }
    : { label: 'Hide from prompts', icon: <EyeOff />, run: () => actions.hide(key, true) },
  { label: 'Save as picture', icon: <ImageDown />, run: () => actions.savePicture(key) },
  { label: 'Branch from here', icon: <GitBranch />, run: () => actions.branch(key) },
  { label: 'Rewind to here', icon: <History />, run: () => actions.rewind(key) },
  ...(!isUser && model !== null
    ? [
        { label: 'Details', icon: <Info />, run: () => actions.showDetails(key) },
        { label: 'Prompt and cost', icon: <ScrollText />, run: () => actions.showPrompt(key) },
      ]
    : []),
]
