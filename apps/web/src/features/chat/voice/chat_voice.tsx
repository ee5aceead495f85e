import { useState, useSyncExternalStore } from 'react'
import { lazyPart } from '#web/lib/lazy_part'
import { readsAnswers, subscribeToVoiceSettings } from './voice_settings.ts'
import type { VoicePlayerProps } from './voice_player.tsx'
import { voiceRequest } from './voice_request.ts'

const VoicePlayer = lazyPart(async () => (await import('./voice_player.tsx')).VoicePlayer, null)

/** Reads messages aloud. Loaded when it is first needed. */
export function ChatVoice(props: VoicePlayerProps) {
  const isReading = useSyncExternalStore(subscribeToVoiceSettings, readsAnswers.current, () => false)
  const request = useSyncExternalStore(voiceRequest.subscribe, voiceRequest.current, () => null)
  const [isWanted, setIsWanted] = useState(false)
  if (!isWanted && (isReading || request)) setIsWanted(true)
  return isWanted && <VoicePlayer {...props} />
}
