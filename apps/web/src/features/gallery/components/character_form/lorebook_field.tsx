import { limits } from '#modules/gallery/api'
import { Link } from 'react-router-dom'
import { LorebookChoice } from '#web/components/shared/lorebook_choice'
import { labelOf } from './character_values.ts'
import { useValue } from './use_value.ts'

/** A field to choose among the user's own lorebooks. */
export function LorebookField() {
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
