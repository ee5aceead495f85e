import Search from 'lucide-react/icons/search'
import type { Ref, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#web/components/ui/icon_button'

/** The classes of an opened search form on phones, where it lies over the top bar. */
export const searchOverBar =
  'max-sm:absolute max-sm:inset-0 max-sm:z-10 max-sm:flex max-sm:items-center max-sm:gap-1 max-sm:bg-bg max-sm:px-2'

interface SearchOpenerProps {
  ref: Ref<HTMLButtonElement>
  field: RefObject<HTMLInputElement | null>
  onOpen: () => void
}

/** The button that opens the search form on phones. */
export function SearchOpener({ ref, field, onOpen }: SearchOpenerProps) {
  return (
    <IconButton
      ref={ref}
      label="Search"
      icon={<Search />}
      className="ml-auto sm:hidden"
      onClick={() => {
        // Phones show the keyboard only for a focus during the tap.
        flushSync(onOpen)
        field.current?.focus()
      }}
    />
  )
}
