import { limits } from '#modules/gallery/api'
import { useEffect, type ReactElement } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { Checkbox } from '#web/components/ui/toggle'
import { LorebookChoice } from '#web/components/shared/lorebook_choice'
import { usePromptTokens, useTiers } from '../context_fit.tsx'
import { AssetList } from './asset_list.tsx'
import { CreatorNotesField } from './creator_notes_field.tsx'
import { DepthNoteField } from './depth_note_field.tsx'
import { GreetingList } from './greeting_list.tsx'
import { PartText } from './part_text.tsx'
import { PromptRoomContext } from './text_fit.tsx'
import { topicOf, type AdvancedProps, type TopicName } from './topics.ts'
import { labelOf, type CharacterValues } from '../character_values.ts'
import { useValue } from '../use_value.ts'

interface TopicFieldsProps extends AdvancedProps {
  name: TopicName
}

/** The fields of one topic. */
export function TopicFields({ name, state, author }: TopicFieldsProps) {
  const tiers = useTiers()
  const usedTokens = usePromptTokens(author)
  const { form, focusRequest, endFocusRequest } = state
  useEffect(() => {
    if (focusRequest === null || topicOf(focusRequest) !== name) return
    form.setFocus(focusRequest)
    document.activeElement?.scrollIntoView({ block: 'center' })
    endFocusRequest()
  }, [form, focusRequest, endFocusRequest, name])
  return <PromptRoomContext value={{ tiers, usedTokens }}>{fieldsOf[name](state)}</PromptRoomContext>
}

const fieldsOf: Record<TopicName, (state: AdvancedProps['state']) => ReactElement> = {
  greetings: () => (
    <>
      <GreetingList
        name="alternateGreetings"
        one="alternate greeting"
        hint="Other first messages. A chat starts with one of them instead of the first message."
      />
      <GreetingList
        name="groupGreetings"
        one="group greeting"
        hint="First messages for chats with several characters at once."
      />
    </>
  ),
  dialogue: () => (
    <PartText
      name="exampleDialogue"
      rows={6}
      max={limits.exampleDialogueMax}
      hint="Shows the model how the character talks. Start each example with <START>, then write lines such as {{user}}: Hello and {{char}}: Ahoy."
    />
  ),
  instructions: () => (
    <>
      <PartText
        name="systemPrompt"
        rows={4}
        max={limits.systemPromptMax}
        hint="Goes to the beginning of each prompt and sets how the model writes."
      />
      <PartText
        name="postHistoryInstructions"
        rows={3}
        max={limits.postHistoryInstructionsMax}
        hint="Goes after the chat, where models follow it most closely."
      />
      <DepthNoteField />
    </>
  ),
  credits: () => (
    <>
      <PartText name="nickname" max={limits.nameMax} hint="What {{char}} becomes, if it isn’t the character’s name." />
      <CreatorNotesField />
      <div className="grid gap-6 sm:grid-cols-2">
        <PartText
          name="creatorName"
          max={limits.creatorNameMax}
          hint="Who first wrote the character. Models don’t read it."
        />
        <PartText
          name="version"
          max={limits.cardVersionMax}
          hint="The creator’s name for this version, such as 1.2. Models don’t read it."
        />
      </div>
      <PartText name="source" rows={2} hint="Where the character comes from, one per line. Models don’t read it." />
    </>
  ),
  lorebooks: () => <LorebookField />,
  pictures: (state) => <AssetList setBusy={state.setBusy} />,
  sharing: () => <SharingFields />,
}

function SharingFields() {
  const { register } = useFormContext<CharacterValues>()
  return (
    <div className="grid gap-1">
      <Checkbox
        label={labelOf('definitionPublic')}
        hint="Others can read backstory, personality and scenario. Models read them in any case."
        {...register('definitionPublic')}
      />
      <Checkbox
        label={labelOf('allowForks')}
        hint="Others can copy the character into one of their own, with all its texts. The copy credits you."
        {...register('allowForks')}
      />
    </div>
  )
}

/** A field to choose among the user's own lorebooks. */
function LorebookField() {
  const { ref, value, onChange, onBlur, error } = useValue('lorebookIds')
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label={labelOf('lorebookIds')}
      aria-describedby="lorebooks-note"
      onBlur={onBlur}
      className="grid gap-2 rounded-control focus-visible:outline-offset-8"
    >
      <p id="lorebooks-note" aria-live="polite" className={error ? 'text-sm text-danger-text' : 'text-sm text-faint'}>
        {error ?? 'Facts that join the prompt when a chat mentions them.'}
      </p>
      <LorebookChoice
        chosen={value}
        onChange={onChange}
        max={limits.lorebooksMax}
        fullText={`A character can have ${limits.lorebooksMax} lorebooks.`}
      />
      <Link
        to="/lorebooks"
        className="inline-flex min-h-touch items-center justify-self-start font-semibold text-accent-text underline underline-offset-4"
      >
        Your lorebooks
      </Link>
    </div>
  )
}
