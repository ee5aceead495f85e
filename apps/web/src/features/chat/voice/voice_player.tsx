import { useQueryClient } from '@tanstack/react-query'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Volume2 from 'lucide-react/icons/volume-2'
import X from 'lucide-react/icons/x'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { useLatest } from '#web/lib/use_latest'
import type { ReplyTextListener } from '../components/reply_announcer.tsx'
import { shownPart, shownText, type ChatNames } from '../shown_text.ts'
import { ComposerBar } from './composer_bar.tsx'
import { MessageReading } from './read_message.ts'
import { speaker, type SpeakerState } from './speaker.ts'
import { loadVoices } from './voice_choice.ts'
import { voiceRequest } from './voice_request.ts'
import { readsAnswers, subscribeToVoiceSettings, voiceSpeed, voiceSpeeds } from './voice_settings.ts'

export interface VoicePlayerProps {
  subscribe: (listener: ReplyTextListener) => () => void
  names: ChatNames
  /** The character of a chat with one; null in groups, whose messages name theirs. */
  characterId: string | null
}

/** Reads messages aloud: the one that the user asks for, and answers as they come. Shows what it does above the composer. */
export function VoicePlayer({ subscribe, names, characterId }: VoicePlayerProps) {
  const queryClient = useQueryClient()
  const state = useSyncExternalStore(speaker.subscribe, speaker.current)
  const request = useSyncExternalStore(voiceRequest.subscribe, voiceRequest.current)
  const isReading = useSyncExternalStore(subscribeToVoiceSettings, readsAnswers.current)
  const latest = useLatest({ names, characterId })

  useEffect(() => {
    if (!request) return
    voiceRequest.set(null)
    const { names, characterId } = latest.current
    const item = names.store.item(request.key)
    if (!item) return
    const speakerId = item.isUser ? null : (item.characterId ?? characterId)
    new MessageReading(request.key, loadVoices(queryClient, speakerId)).update(shownText(item, names), true)
  }, [request, latest, queryClient])

  useEffect(() => {
    if (!isReading) return
    let reading: MessageReading | null = null
    return subscribe((text, isFinished) => {
      const { names, characterId } = latest.current
      if (!reading) {
        const { keys } = names.store.snapshot()
        const key = keys.findLast((each) => names.store.item(each)?.isUser === false)
        if (text.trim() === '' || key === undefined) return
        reading = new MessageReading(key, loadVoices(queryClient, names.store.item(key)?.characterId ?? characterId))
      }
      reading.update(shownPart(text, names), isFinished)
      if (isFinished) reading = null
    })
  }, [isReading, subscribe, latest, queryClient])

  useEffect(() => () => speaker.stop(), [])
  return state && <VoiceBar state={state} />
}

const phaseTexts: Record<SpeakerState['phase'], string> = {
  loading: 'Getting the voice…',
  speaking: 'Reading aloud',
  paused: 'Paused',
}

function VoiceBar({ state: { phase } }: { state: SpeakerState }) {
  const speed = useSyncExternalStore(subscribeToVoiceSettings, voiceSpeed.current)
  const nextSpeed = voiceSpeeds[(voiceSpeeds.indexOf(speed) + 1) % voiceSpeeds.length]!
  const changeSpeed = () => {
    voiceSpeed.set(`${nextSpeed}`)
    speaker.changeSpeed()
  }
  return (
    <ComposerBar
      label="Reading aloud"
      icon={
        phase === 'loading' ? (
          <InlineSpinner className="size-4 text-soft" />
        ) : (
          <Volume2 aria-hidden className="size-4 shrink-0 text-soft" />
        )
      }
      status={phaseTexts[phase]}
      className="relative pb-2"
    >
      <Button
        look="quiet"
        size="s"
        aria-label={`Speed ${speed}×, next ${nextSpeed}×`}
        title="Speed"
        className="tabular-nums phone:min-h-touch"
        onClick={changeSpeed}
      >
        {speed}×
      </Button>
      {phase === 'paused' ? (
        <IconButton label="Go on reading" icon={<Play />} onClick={() => speaker.resume()} />
      ) : (
        <IconButton label="Pause reading" icon={<Pause />} onClick={() => speaker.pause()} />
      )}
      <IconButton label="Stop reading" icon={<X />} onClick={() => speaker.stop()} />
    </ComposerBar>
  )
}
