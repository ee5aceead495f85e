import { paths, type GroupMode } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

export interface GroupChange {
  mode?: GroupMode
  /** The members from now on, in the order of their turns. */
  characterIds?: string[]
  muted?: string[]
  talkativeness?: Record<string, number>
}

export const changeGroup = (groupId: string, change: GroupChange) =>
  sendJson<{ message: string }>('PUT', paths.group(groupId), { ...change })
