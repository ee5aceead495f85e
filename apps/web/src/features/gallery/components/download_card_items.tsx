import { paths, type CardFormat, type CardSpec } from '#modules/cards/api'
import Archive from 'lucide-react/icons/archive'
import Braces from 'lucide-react/icons/braces'
import ImageDown from 'lucide-react/icons/image-down'
import { MenuItem, MenuLabel } from '#web/components/ui/menu'
import { browser } from '#web/lib/browser'

/** Menu items that download a character as a card. Most apps read the first format. */
export function DownloadCardItems({ characterId }: { characterId: string }) {
  const save = (format: CardFormat, spec: CardSpec) => browser.download(paths.card(characterId, format, spec))
  return (
    <>
      <MenuLabel>Download card</MenuLabel>
      <MenuItem icon={<ImageDown />} onSelect={() => save('png', 'v3')}>
        PNG card (V3 + V2)
      </MenuItem>
      <MenuItem icon={<Archive />} onSelect={() => save('charx', 'v3')}>
        CharX, with all assets
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('json', 'v3')}>
        JSON, V3
      </MenuItem>
      <MenuItem icon={<Braces />} onSelect={() => save('json', 'v2')}>
        JSON, V2
      </MenuItem>
    </>
  )
}
