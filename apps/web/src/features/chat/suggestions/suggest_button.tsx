import Lightbulb from 'lucide-react/icons/lightbulb'
import { use } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { rubiesText } from '#web/components/shared/rubies_text'
import { Button } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { SuggestContext } from './suggest_context.ts'

/** Requests suggested replies to the last answer. On phones, which have no room for it, the menu of the answer does. */
export function SuggestButton({ className }: { className: string }) {
  const suggesting = use(SuggestContext)
  if (!suggesting) return null
  const { cost, suggest } = suggesting
  const label = 'Suggest replies'
  return (
    <Button
      look="quiet"
      size="s"
      className={`${className} max-sm:hidden`}
      title={hasRubies() && cost > 0 ? `${label} for ${rubiesText(cost)}` : label}
      onClick={suggest}
    >
      <Lightbulb aria-hidden className="size-4" />
      <span className="sr-only">{label}</span> {cost > 0 && <Rubies amount={cost} />}
    </Button>
  )
}
