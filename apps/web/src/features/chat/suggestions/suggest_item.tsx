import Lightbulb from 'lucide-react/icons/lightbulb'
import { use } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { MenuItem } from '#web/components/ui/menu'
import { SuggestContext } from './suggest_context.ts'

/** Requests suggested replies from the menu of an answer. Its own file, because menus load when they open. */
export function SuggestItem() {
  const suggesting = use(SuggestContext)
  if (!suggesting) return null
  const { cost, suggest } = suggesting
  return (
    <MenuItem icon={<Lightbulb />} aside={cost > 0 && <Rubies amount={cost} />} onSelect={suggest}>
      Suggest replies
    </MenuItem>
  )
}
