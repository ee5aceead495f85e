import GitBranch from 'lucide-react/icons/git-branch'
import type { ReactElement } from 'react'
import { Menu, MenuLabel, MenuLink } from '#web/components/ui/menu'
import type { ShownBranch } from '../message_actions.ts'

interface BranchesMenuProps {
  branches: readonly ShownBranch[]
  trigger: ReactElement
}

/** A menu with links to the branches of a message. Opens on mount. */
export function BranchesMenu({ branches, trigger }: BranchesMenuProps) {
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuLabel>Branches from here</MenuLabel>
      {branches.map(({ address, title }) => (
        <MenuLink key={address} icon={<GitBranch />} to={address}>
          {title}
        </MenuLink>
      ))}
    </Menu>
  )
}
