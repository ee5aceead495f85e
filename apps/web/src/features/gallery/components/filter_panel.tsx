import { limits } from '#modules/gallery/api'
import { cloneElement, useState, type ButtonHTMLAttributes, type ReactElement } from 'react'
import { Button } from '#web/components/ui/button'
import { Chip } from '#web/components/ui/chip'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Popover } from '#web/components/ui/popover'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Tabs } from '#web/components/ui/tabs'
import { sentenceOf } from '#web/lib/api_error'
import { toastFailure } from '#web/lib/toasts'
import { useMediaQuery } from '#web/lib/use_media_query'
import { useBlockedTags, useSaveBlockedTags } from '../blocked_tags.ts'
import type { CharacterFilter } from '../gallery_address.ts'
import { TagChooser } from './tag_chooser.tsx'

interface FilterPanelProps {
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  filter: CharacterFilter
  onChange: (change: Partial<CharacterFilter>) => void
}

/** The filters in a popover or, on phones, in a bottom sheet. Each choice applies at once. Opens on mount. */
export function FilterPanel({ trigger, ...filters }: FilterPanelProps) {
  const isWide = useMediaQuery('(min-width: 40rem)')
  const [isOpen, setIsOpen] = useState(true)
  if (isWide)
    return (
      <Popover trigger={trigger} label="Filters" isOpen={isOpen} onOpenChange={setIsOpen}>
        <Filters {...filters} />
      </Popover>
    )
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(true),
      })}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Filters">
        <div className="mt-4">
          <Filters {...filters} />
        </div>
        <Button look="primary" className="mt-5 w-full" onClick={() => setIsOpen(false)}>
          Show characters
        </Button>
      </Dialog>
    </>
  )
}

function Filters({ filter, onChange }: Omit<FilterPanelProps, 'trigger'>) {
  const { tags, exclude, mine, liked } = filter
  const isEmpty = tags.length === 0 && exclude.length === 0 && !mine && !liked
  const label = (name: string, count: number) => (count === 0 ? name : `${name} (${count})`)
  return (
    <div className="grid gap-4">
      <div role="group" aria-label="Show only" className="flex flex-wrap items-center gap-2">
        <Chip isCurrent={mine} onClick={() => onChange({ mine: !mine })}>
          Mine
        </Chip>
        <Chip isCurrent={liked} onClick={() => onChange({ liked: !liked })}>
          Liked
        </Chip>
        <Button
          look="quiet"
          className="ml-auto"
          disabled={isEmpty}
          onClick={() => onChange({ tags: [], exclude: [], mine: false, liked: false })}
        >
          Clear
        </Button>
      </div>
      <Tabs
        label="Tags"
        isEven
        tabs={[
          {
            value: 'include',
            label: label('With tags', tags.length),
            content: (
              <TagChooser
                hint="Characters that have all of these tags."
                chosen={tags}
                max={limits.filterTagsMax}
                onChange={(next) => onChange({ tags: next, exclude: without(exclude, next) })}
              />
            ),
          },
          {
            value: 'exclude',
            label: label('Without', exclude.length),
            content: (
              <TagChooser
                hint="Leaves out characters with any of these tags."
                chosen={exclude}
                max={limits.filterTagsMax}
                onChange={(next) => onChange({ exclude: next, tags: without(tags, next) })}
              />
            ),
          },
          { value: 'blocked', label: 'Blocked', content: <BlockedTags /> },
        ]}
      />
    </div>
  )
}

/** The blocked tags, which are saved for the account, unlike the other filters. */
function BlockedTags() {
  const blocked = useBlockedTags()
  const save = useSaveBlockedTags()
  if (blocked.isPending)
    return (
      <Loading label="Loading blocked tags" className="grid gap-3">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-11 w-full rounded-full" />
        <Skeleton className="h-24 w-full" />
      </Loading>
    )
  if (!blocked.data) return <LoadFailed size="panel" title="Couldn’t load your blocked tags" query={blocked} />
  return (
    <TagChooser
      hint="Never shown to you, unless they are your own. We remember these."
      chosen={blocked.data.tags}
      max={limits.blockedTagsMax}
      onChange={(tags) =>
        save.mutate(tags, {
          onError: (error) => toastFailure('Error', sentenceOf(error, 'Failed to save blocked tags')),
        })
      }
    />
  )
}

const without = (tags: string[], others: string[]) => {
  const keys = new Set(others.map((tag) => tag.toLowerCase()))
  return tags.filter((tag) => !keys.has(tag.toLowerCase()))
}
