import { isId } from '#modules/kernel/ids'
import type { Thing } from '../../api.ts'

const characterPath = /^\/(?:character|share|chat)\/([0-9a-f-]{36})\/?$/i
const picturePath = /^\/pictures\/uploads\/([0-9a-f]{64})\.webp$/

/** Returns the thing that an address of this server leads to. Null for other texts. */
export const thingAt = (location: string, appUrl: string): Thing | null => {
  const url = URL.parse(location.trim(), appUrl)
  if (!url || url.host !== new URL(appUrl).host) return null
  const [, characterId] = characterPath.exec(url.pathname) ?? []
  if (isId(characterId)) return { kind: 'character', id: characterId.toLowerCase() }
  const [, hash] = picturePath.exec(url.pathname) ?? []
  return hash ? { kind: 'picture', id: hash } : null
}
