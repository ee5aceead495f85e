import { isLikelyDefinition } from '#modules/chat/api'
import { firstSentence, isBlank } from '#modules/gallery/api'
import { useFormContext, useWatch } from 'react-hook-form'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import type { CharacterValues } from './character_values.ts'

const fields = ['description', 'personality', 'backstory', 'scenario', 'descriptionIsTeaser'] as const

/**
 * Asks the owner about a description that is longer than the character's other texts. Until the answer is saved, prompts contain the
 * description.
 */
export function DescriptionQuestion() {
  const { control, setValue } = useFormContext<CharacterValues>()
  const [description, personality, backstory, scenario, isTeaser] = useWatch({ control, name: fields })
  if (isTeaser || !isLikelyDefinition({ description, personality, backstory, scenario })) return null
  const move = () => {
    setValue('backstory', [description, backstory].filter((text) => !isBlank(text)).join('\n\n'), {
      shouldValidate: true,
    })
    setValue('description', firstSentence(description), { shouldValidate: true })
  }
  return (
    <Alert
      title="Is this the character’s definition?"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="s" onClick={move}>
            Move it to Backstory
          </Button>
          <Button size="s" look="quiet" onClick={() => setValue('descriptionIsTeaser', true)}>
            No, it’s a teaser
          </Button>
        </div>
      }
    >
      Models read the personality, backstory and scenario. They read the description only while it’s longer than those.
    </Alert>
  )
}
