import type { Json } from '#modules/admin/api'
import { useId, useState } from 'react'
import { ChangeList, isShort } from '#web/components/shared/change_list'
import { Button } from '#web/components/ui/button'
import { differenceOf } from '../difference.ts'

/** The number of changes shown before expanding. */
const shownAtFirst = 4

/** The values that an admin action changed, before and after the action. */
export function Difference({ before, after }: { before: Json; after: Json }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const changes = differenceOf(before, after)
  const short = changes.filter(isShort)
  const isFolded = short.length < changes.length || short.length > shownAtFirst
  const shown = isOpen ? changes : short.slice(0, shownAtFirst)
  if (changes.length === 0) return null
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-sm">
      {shown.length > 0 && <ChangeList id={id} changes={shown} />}
      {isFolded && (
        <Button
          look="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-controls={shown.length > 0 ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-3"
        >
          {isOpen ? 'Show less' : shown.length > 0 ? 'Show all changes' : 'Show changes'}
        </Button>
      )}
    </div>
  )
}
