import type { Character } from '#modules/gallery/api'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { useHide } from '#web/components/shared/hidings'
import type { ReportedThing } from '#web/components/shared/report_dialog'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { lazyDialog, lazyPart } from '#web/lib/lazy_part'

const MoreMenu = lazyPart(async () => (await import('./character_menus.tsx')).MoreMenu)
const ReportDialog = lazyDialog(async () => (await import('#web/components/shared/report_dialog')).ReportDialog)

interface MoreButtonProps {
  /** Only the details of a character have `allowForks`. */
  character: Pick<Character, 'id' | 'name' | 'avatar' | 'createdBy'> & { allowForks?: boolean }
  isOwn: boolean
  /** Whether the character is behind the adult gate, where it can only be reported. */
  isCovered: boolean
}

export function MoreButton({ character, isOwn, isCovered }: MoreButtonProps) {
  const [isReporting, setIsReporting] = useState(false)
  const hide = useHide()
  const { id, name, createdBy, allowForks = false } = character
  const trigger = (
    <IconButton
      look="outline"
      size="l"
      label={`More options for ${name}`}
      title="More options"
      className="rounded-panel! lg:flex-1"
      icon={<Ellipsis />}
    />
  )
  return (
    <>
      <LazyMenu trigger={trigger}>
        <MoreMenu
          trigger={trigger}
          characterId={id}
          canDownload={!isCovered && (isOwn || allowForks)}
          others={
            isOwn
              ? undefined
              : {
                  onReport: () => setIsReporting(true),
                  onHide: () => hide.mutate({ kind: 'character', id, done: `${name} is hidden` }),
                  onHideCreator: () => hide.mutate({ kind: 'creator', id: createdBy, done: 'Creator hidden' }),
                  onBlock: () => hide.mutate({ kind: 'person', id: createdBy, done: 'Creator blocked' }),
                }
          }
        />
      </LazyMenu>
      <ReportDialog isOpen={isReporting} onClose={() => setIsReporting(false)} things={thingsOf(character)} />
    </>
  )
}

/** Only pictures that were uploaded here can be reported by themselves. */
const thingsOf = ({ id, avatar, createdBy }: MoreButtonProps['character']): ReportedThing[] => {
  const [, hash] = /^\/pictures\/uploads\/([0-9a-f]{64})\.webp$/.exec(avatar ?? '') ?? []
  return [
    { thing: { kind: 'character', id }, label: 'Character' },
    ...(hash ? [{ thing: { kind: 'picture', id: hash }, label: 'Picture' } as const] : []),
    { thing: { kind: 'profile', id: createdBy }, label: 'Creator’s profile' },
  ]
}
