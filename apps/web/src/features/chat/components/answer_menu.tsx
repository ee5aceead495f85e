import Pencil from 'lucide-react/icons/pencil'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useContext, type ReactElement } from 'react'
import { DemoBadge } from '#web/components/shared/demo_badge'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/components/ui/menu'
import { Rubies } from '#web/components/shared/rubies'
import { ModelsContext } from '../message_actions.ts'
import { ToolItems } from './message_menu.tsx'
import { messageTools, type RenderedMessage } from './message_tools.tsx'
import { SuggestItem } from '../suggestions/suggest_item.tsx'
import { Price } from './price.tsx'

const nudges = ['Shorter', 'Longer', 'Bolder']

/** A menu to reroll with a nudge or another model. On phones, it also contains the message tools. Opens on mount. */
export function AnswerMenu({ message, trigger }: { message: RenderedMessage; trigger: ReactElement }) {
  const { actions } = message
  const { models } = useContext(ModelsContext)
  return (
    <Menu defaultOpen align="start" trigger={trigger}>
      <SuggestItem />
      <MenuLabel>Reroll with a nudge</MenuLabel>
      {nudges.map((nudge) => (
        <MenuItem key={nudge} icon={<RotateCw />} aside={<Price />} onSelect={() => actions.reroll(undefined, nudge)}>
          {nudge}
        </MenuItem>
      ))}
      <MenuItem icon={<Pencil />} onSelect={actions.askNudge}>
        In your own words…
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Reroll with another model</MenuLabel>
      {models.map(({ tier, name, cost, available, isDemo }) => (
        <MenuItem
          key={tier}
          icon={<RotateCw />}
          aside={<Rubies amount={cost} />}
          isDisabled={!available}
          onSelect={() => actions.reroll(tier)}
        >
          {name} {isDemo && <DemoBadge />}
        </MenuItem>
      ))}
      <div className="sm:hidden">
        <MenuSeparator />
        <ToolItems tools={messageTools(message)} />
      </div>
    </Menu>
  )
}
