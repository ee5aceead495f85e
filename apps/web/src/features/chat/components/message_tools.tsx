import Brush from 'lucide-react/icons/brush'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import GitBranch from 'lucide-react/icons/git-branch'
import History from 'lucide-react/icons/history'
import ImageDown from 'lucide-react/icons/image-down'
import Info from 'lucide-react/icons/info'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Trash2 from 'lucide-react/icons/trash-2'
import Volume2 from 'lucide-react/icons/volume-2'
import type { ReactNode } from 'react'
import type { MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'
import { Price } from './price.tsx'

/** A message and what its toolbar, menus and sheet do with it. */
export interface RenderedMessage {
  item: ChatItem
  /** The text with macros replaced. */
  text: string
  actions: MessageActions
  onEdit: () => void
}

interface MessageTool {
  label: string
  icon: ReactNode
  aside?: ReactNode
  isDanger?: boolean
  run: () => void
}

/** All tools of a message. A message that isn't saved can only be copied and deleted. */
export function messageTools(message: RenderedMessage, { canReroll = false } = {}): MessageTool[] {
  const { item, text, actions, onEdit } = message
  return [
    { label: 'Copy', icon: <Copy />, run: () => actions.copy(text) },
    ...(item.id === null ? [] : [{ label: 'Edit', icon: <Pencil />, run: onEdit }, ...furtherTools(message)]),
    ...(canReroll ? [{ label: 'Reroll', icon: <RotateCw />, aside: <Price />, run: () => actions.reroll() }] : []),
    { label: 'Delete', icon: <Trash2 />, isDanger: true, run: () => actions.delete(item.key) },
  ]
}

/** The tools of a saved message between editing and deleting it. */
export const furtherTools = ({ item, actions }: RenderedMessage): MessageTool[] => {
  const { key, isUser, isHidden, model } = item
  return [
    { label: 'Read aloud', icon: <Volume2 />, run: () => actions.readAloud(key) },
    { label: 'Copy as written', icon: <Code />, run: () => actions.copySource(key) },
    { label: 'Pin', icon: <Pin />, run: () => actions.pin(key) },
    isHidden
      ? { label: 'Show to the model', icon: <Eye />, run: () => actions.hide(key, false) }
      : { label: 'Hide from prompts', icon: <EyeOff />, run: () => actions.hide(key, true) },
    { label: 'Save as picture', icon: <ImageDown />, run: () => actions.savePicture(key) },
    { label: 'Branch from here', icon: <GitBranch />, run: () => actions.branch(key) },
    { label: 'Rewind to here', icon: <History />, run: () => actions.rewind(key) },
    ...(isUser ? [] : [{ label: 'Draw this', icon: <Brush />, run: () => actions.drawMoment(key) }]),
    ...(!isUser && model !== null
      ? [
          { label: 'Details', icon: <Info />, run: () => actions.showDetails(key) },
          { label: 'Prompt and cost', icon: <ScrollText />, run: () => actions.showPrompt(key) },
          { label: 'Report', icon: <Flag />, run: () => actions.report(key) },
        ]
      : []),
  ]
}
