import { rubyWord } from '#modules/economy/api'
import { silentNarrator, type CharacterVoice, type VoiceChoice } from '#modules/voice/api'
import { changeCharacterVoice, changeOwnersVoice } from '#modules/voice/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Segments } from '#web/components/ui/segments'
import { Select } from '#web/components/ui/select'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Switch } from '#web/components/ui/toggle'
import { languageName } from '#web/lib/language_name'
import { toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { loadBrowserVoices } from './browser_voice.ts'
import { MessageReading } from './read_message.ts'
import { speaker } from './speaker.ts'
import { characterVoiceQuery, choiceFor, voicesOf, type KnownVoices } from './voice_choice.ts'
import { offerQuery } from './voice_offer.ts'
import { readsAnswers, subscribeToVoiceSettings, voiceSpeed, voiceSpeeds } from './voice_settings.ts'

interface VoiceSheetProps {
  /** The characters of the chat, without deleted ones. */
  characters: readonly { id: string; name: string }[]
  onClose: () => void
}

/** The voices of a chat's characters, and how this browser reads. Changes apply at once. */
export function VoiceSheet({ characters, onClose }: VoiceSheetProps) {
  const [characterId, setCharacterId] = useState(characters[0]?.id)
  const isReading = useSyncExternalStore(subscribeToVoiceSettings, readsAnswers.current)
  const speed = useSyncExternalStore(subscribeToVoiceSettings, voiceSpeed.current)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Voice"
      description="Messages can be read aloud: “Read aloud” is in each message’s menu."
    >
      {characters.length > 1 && (
        <Labeled label="Character">
          <Select
            label="Character"
            className="w-full"
            options={characters.map(({ id, name }) => ({ value: id, label: name }))}
            value={characterId ?? ''}
            onChange={setCharacterId}
          />
        </Labeled>
      )}
      {characterId !== undefined && <CharacterVoices key={characterId} characterId={characterId} />}
      <h3 className="mt-6 text-sm font-semibold">In this browser</h3>
      <Switch
        label="Read answers as they come"
        hint="Each sentence is read while the rest is being written."
        checked={isReading}
        onChange={(event) => readsAnswers.set(event.target.checked ? 'on' : null)}
      />
      <Labeled label="Speed">
        <Segments
          label="Speed"
          options={voiceSpeeds.map((each) => ({ value: `${each}`, label: `${each}×` }))}
          value={`${speed}`}
          onChange={(value) => {
            voiceSpeed.set(value)
            speaker.changeSpeed()
          }}
        />
      </Labeled>
    </Dialog>
  )
}

const usual = 'usual'

function CharacterVoices({ characterId }: { characterId: string }) {
  const queryClient = useQueryClient()
  const offer = useQuery(offerQuery())
  const query = characterVoiceQuery(characterId)
  const found = useQuery(query)
  const browser = useQuery({ queryKey: ['browser-voices'], queryFn: loadBrowserVoices, structuralSharing: false })
  const show = (change: Partial<CharacterVoice>) =>
    queryClient.setQueryData<CharacterVoice>(query.queryKey, (before) => before && { ...before, ...change })
  const save = useCall(changeCharacterVoice, undefined, { scope: 'voice' })
  const saveForAll = useCall(changeOwnersVoice, undefined, { scope: 'voice' })
  const reportFailure = (error: unknown) => {
    toastError(error, 'The voice could not be saved. Check your connection and try again.')
    void queryClient.invalidateQueries({ queryKey: query.queryKey })
  }
  const failed = [offer, found].find((each) => each.isError)
  if (failed) return <LoadFailed size="panel" level={3} title="Couldn’t load the voices" query={failed} />
  if (!offer.data || !found.data || !browser.data)
    return (
      <Loading label="Loading the voices" className="mt-4 grid gap-4">
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </Loading>
    )
  const known: KnownVoices = { offer: offer.data, browser: browser.data }
  const { owners, own, isOwner } = found.data
  const choice = choiceFor(found.data, known.offer.price)
  const choose = (own: VoiceChoice | null) => {
    show({ own })
    save.mutate({ params: { id: characterId }, body: { choice: own } }, { onError: reportFailure })
  }
  const chooseForAll = (owners: VoiceChoice | null) => {
    show({ owners })
    saveForAll.mutate({ params: { id: characterId }, body: { choice: owners } }, { onError: reportFailure })
  }
  const options = voiceOptions(known)
  if (options.length === 0)
    return (
      <p className="mt-4 rounded-panel border border-line p-4 text-sm text-soft">
        This browser has no voices, and this site offers none. Install a voice on your device, or use another browser.
      </p>
    )
  const shown = (value: string | null) => (options.some((option) => option.value === value) ? value! : usual)
  const { price } = known.offer
  return (
    <>
      <Labeled label="Voice">
        <Select
          label="Voice"
          className="w-full"
          options={[{ value: usual, label: 'The usual voice of this device' }, ...options]}
          value={shown(choice.voice)}
          onChange={(value) => choose({ ...choice, voice: value === usual ? null : (value as VoiceChoice['voice']) })}
        />
      </Labeled>
      <Labeled label="Narrator" hint="Reads everything that isn’t in quotes.">
        <Select
          label="Narrator"
          className="w-full"
          options={[
            { value: usual, label: 'The same voice' },
            { value: silentNarrator, label: 'None: read only what is said' },
            ...options,
          ]}
          value={choice.narrator === silentNarrator ? silentNarrator : shown(choice.narrator)}
          onChange={(value) =>
            choose({ ...choice, narrator: value === usual ? null : (value as VoiceChoice['narrator']) })
          }
        />
      </Labeled>
      {price > 0 && known.offer.voices.length > 0 && (
        <p className="mt-2 text-sm text-soft">
          A voice of this site costs {price} {rubyWord(price)} for every few sentences. What you have heard before is
          free for a while. Voices of your device are free.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <TryButton choice={choice} known={known} />
        {own && (
          <Button look="quiet" onClick={() => choose(null)}>
            {owners ? 'Use the character’s own voice' : 'Reset'}
          </Button>
        )}
      </div>
      {isOwner && (
        <Switch
          label="For all readers"
          hint="Readers hear these voices until they choose others. Browsers without them use their own."
          checked={owners !== null && (own === null || isSame(owners, own))}
          onChange={(event) => chooseForAll(event.target.checked ? choice : null)}
        />
      )}
    </>
  )
}

const isSame = (one: VoiceChoice, other: VoiceChoice) => one.voice === other.voice && one.narrator === other.narrator

const sampleKey = 'sample'
const sample = '“Stay a little,” she says, and the tide turns below the window.'

function TryButton({ choice, known }: { choice: VoiceChoice; known: KnownVoices }) {
  const state = useSyncExternalStore(speaker.subscribe, speaker.current)
  const isPlaying = state?.key === sampleKey
  useEffect(
    () => () => {
      if (speaker.current()?.key === sampleKey) speaker.stop()
    },
    []
  )
  const listen = () => new MessageReading(sampleKey, Promise.resolve(voicesOf(choice, known))).update(sample, true)
  return <Button onClick={isPlaying ? () => speaker.stop() : listen}>{isPlaying ? 'Stop' : 'Listen'}</Button>
}

/** The voices that can be chosen: those of the site, then those of the browser, in the reader's languages first. */
function voiceOptions({ offer, browser }: KnownVoices) {
  const languages = navigator.languages.map((each) => each.split('-')[0]!.toLowerCase())
  const rank = ({ lang }: SpeechSynthesisVoice) => {
    const at = languages.indexOf(lang.split(/[-_]/)[0]!.toLowerCase())
    return at < 0 ? languages.length : at
  }
  const named = (language: string | null) => (language ? languageName(language) : undefined)
  const ofBrowser = [...new Map(browser.map((voice) => [voice.name, voice])).values()]
  return [
    ...offer.voices.map(({ id, name, language }) => ({
      value: `server:${id}`,
      label: name,
      hint: ['This site', named(language)].filter(Boolean).join(' · '),
    })),
    ...ofBrowser
      .toSorted((one, other) => rank(one) - rank(other))
      .map(({ name, lang }) => ({ value: `browser:${name}`, label: name, hint: named(lang.replace('_', '-')) })),
  ].map(({ hint, ...option }) => (hint ? { ...option, hint } : option))
}

function Labeled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <p aria-hidden className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      {children}
      {hint && <p className="mt-1 text-sm text-faint">{hint}</p>}
    </div>
  )
}
